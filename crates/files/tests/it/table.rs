//! Tests the output of tables in every format, and failures of writing.

use std::fs;
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use upstar_files::table::{Batch, Column, Format, Kind, Schema, TableWriter};
use upstar_files::{AtomicFile, Compression, FileError, Output};

fn schema() -> Schema {
    Schema::new([
        Column::new("vertex", Kind::Text),
        Column::nullable("remoteness", Kind::U64),
        Column::new("shift", Kind::I64),
        Column::nullable("move", Kind::Text),
    ])
}

fn batch(rows: &[(&str, Option<u64>, i64, Option<&str>)]) -> Batch {
    let mut batch = Batch::new(&schema());
    for &(vertex, remoteness, shift, best) in rows {
        batch.push_text(0, vertex);
        match remoteness {
            Some(n) => batch.push_u64(1, n),
            None => batch.push_null(1),
        }
        batch.push_i64(2, shift);
        match best {
            Some(name) => batch.push_text(3, name),
            None => batch.push_null(3),
        }
    }
    batch
}

fn sample() -> [Batch; 3] {
    [
        batch(&[("a", Some(3), -1, Some("b,c")), ("say \"hi\"", None, 0, None)]),
        batch(&[]),
        batch(&[("↑\n", Some(u64::MAX), i64::MIN, Some(""))]),
    ]
}

fn written(format: Format, batches: &[Batch]) -> Vec<u8> {
    let output = Output::memory(Compression::None);
    let mut table =
        TableWriter::to_output(output, format, &schema(), &[("k".into(), "v".into())]).unwrap();
    for batch in batches {
        table.write(batch).unwrap();
    }
    table.finish_memory().unwrap()
}

#[test]
fn csv_as_people_read_it() {
    let text = String::from_utf8(written(Format::Csv, &sample())).unwrap();
    assert_eq!(
        text,
        "vertex,remoteness,shift,move\n\
         a,3,-1,\"b,c\"\n\
         \"say \"\"hi\"\"\",,0,\n\
         \"↑\n\",18446744073709551615,-9223372036854775808,\"\"\n"
    );
}

#[test]
fn json_is_an_array_of_objects() {
    let value: serde_json::Value =
        serde_json::from_slice(&written(Format::Json, &sample())).unwrap();
    assert_eq!(
        value,
        serde_json::json!([
            {"vertex": "a", "remoteness": 3, "shift": -1, "move": "b,c"},
            {"vertex": "say \"hi\"", "remoteness": null, "shift": 0, "move": null},
            {"vertex": "↑\n", "remoteness": u64::MAX, "shift": i64::MIN, "move": ""},
        ])
    );
    let empty: serde_json::Value = serde_json::from_slice(&written(Format::Json, &[])).unwrap();
    assert_eq!(empty, serde_json::json!([]));
}

#[test]
fn latex_is_a_tabular_without_characters_that_would_be_obeyed() {
    assert_eq!(
        String::from_utf8(written(Format::Tex, &sample())).unwrap(),
        "\\begin{tabular}{lrrl}\n\\hline\nvertex & remoteness & shift & move \\\\\n\\hline\n\
         a & 3 & $-1$ & b,c \\\\\n\
         say \"hi\" &  & $0$ &  \\\\\n\
         \\ensuremath{\\uparrow}  & 18446744073709551615 & $-9223372036854775808$ &  \\\\\n\
         \\hline\n\\end{tabular}\n"
    );
}

#[test]
fn values_are_maths_in_latex() {
    let schema = Schema::new([Column::value("value"), Column::new("outcome", Kind::Text)]);
    let mut batch = Batch::new(&schema);
    for (value, outcome) in [("{2|-1/2}", "N"), ("+-1*2", "N"), ("Tiny(2)", "L"), ("", "D")] {
        batch.push_text(0, value);
        batch.push_text(1, outcome);
    }
    let output = Output::memory(Compression::None);
    let mut table = TableWriter::to_output(output, Format::Tex, &schema, &[]).unwrap();
    table.write(&batch).unwrap();
    let text = String::from_utf8(table.finish_memory().unwrap()).unwrap();
    assert!(text.starts_with(r"\def\Tiny#1{"), "{text}");
    let rows: Vec<&str> = text.lines().filter(|line| line.contains('&')).collect();
    assert_eq!(
        rows,
        [
            r"value & outcome \\",
            r"$\{2 \mid -\tfrac{1}{2}\}$ & N \\",
            r"${\pm}1{\ast}2$ & N \\",
            r"$\Tiny{2}$ & L \\",
            r" & D \\"
        ]
    );
}

#[test]
fn parquet_is_read_back_by_its_own_library() {
    let reader =
        SerializedFileReader::new(bytes::Bytes::from(written(Format::Parquet, &sample()))).unwrap();
    let metadata = reader.metadata().file_metadata();
    let entry = &metadata.key_value_metadata().unwrap()[0];
    assert_eq!((entry.key.as_str(), entry.value.as_deref()), ("k", Some("v")));
    let rows: Vec<Vec<Field>> = reader
        .get_row_iter(None)
        .unwrap()
        .map(|row| row.unwrap().get_column_iter().map(|(_, field)| field.clone()).collect())
        .collect();
    let text = |s: &str| Field::Str(s.to_owned());
    assert_eq!(
        rows,
        [
            vec![text("a"), Field::ULong(3), Field::Long(-1), text("b,c")],
            vec![text("say \"hi\""), Field::Null, Field::Long(0), Field::Null],
            vec![text("↑\n"), Field::ULong(u64::MAX), Field::Long(i64::MIN), text("")],
        ]
    );
}

#[test]
fn parquet_keeps_row_groups_of_bounded_size() {
    let schema = Schema::new([Column::new("n", Kind::U64)]);
    let mut table =
        TableWriter::to_output(Output::memory(Compression::None), Format::Parquet, &schema, &[])
            .unwrap();
    let mut batch = Batch::new(&schema);
    for start in 0..30_u64 {
        batch.clear();
        for n in 0..10_000 {
            batch.push_u64(0, start * 10_000 + n);
        }
        table.write(&batch).unwrap();
    }
    let reader =
        SerializedFileReader::new(bytes::Bytes::from(table.finish_memory().unwrap())).unwrap();
    assert_eq!(reader.num_row_groups(), 3);
    for (n, row) in reader.get_row_iter(None).unwrap().enumerate() {
        let row = row.unwrap();
        let (_, field) = row.get_column_iter().next().unwrap();
        assert_eq!(*field, Field::ULong(n as u64));
    }
}

#[test]
fn the_format_comes_from_the_extension() {
    let of = |name: &str| Format::of_name(Path::new(name));
    assert_eq!(of("a/b.CSV").unwrap(), Format::Csv);
    assert_eq!(of("b.json.zst").unwrap(), Format::Json);
    assert_eq!(of("b.parquet").unwrap(), Format::Parquet);
    let error = of("b.xlsx").unwrap_err().to_string();
    assert_eq!(
        error,
        "b.xlsx: the extension names no table format; expected .csv, .json, .parquet or .tex"
    );
    assert_eq!("JSON".parse::<Format>().unwrap(), Format::Json);
}

#[test]
fn an_old_file_is_unchanged_until_the_new_one_is_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("out.csv");
    fs::write(&path, "old").unwrap();
    for format in Format::ALL {
        let mut table = TableWriter::create(&path, format, &schema(), &[]).unwrap();
        table.write(&sample()[0]).unwrap();
        drop(table);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1, "no remains");
    }
    let table = TableWriter::create(&path, Format::Json, &schema(), &[]).unwrap();
    table.finish().unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "[]\n");
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
}

#[test]
fn a_link_stays_a_link() {
    let directory = tempfile::tempdir().unwrap();
    let (file, link) = (directory.path().join("file"), directory.path().join("link"));
    fs::write(&file, "old").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    AtomicFile::create(&link).unwrap().commit().unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "");
}

#[test]
fn a_full_disk_is_an_error_that_names_the_file() {
    let mut table =
        TableWriter::create(Path::new("/dev/full"), Format::Csv, &schema(), &[]).unwrap();
    table.write(&sample()[0]).unwrap();
    let error = table.finish().unwrap_err();
    assert!(matches!(error, FileError::Write { .. }));
    assert!(error.to_string().starts_with("cannot write /dev/full: No space left"), "{error}");
}

#[test]
fn places_that_cannot_be_written() {
    let directory = tempfile::tempdir().unwrap();
    let missing = directory.path().join("no/such/out.csv");
    for path in [missing.as_path(), directory.path()] {
        let error = TableWriter::create(path, Format::Csv, &schema(), &[]).err().unwrap();
        assert!(error.to_string().starts_with(&format!("cannot write {}", path.display())));
    }
}

#[test]
fn compressed_by_name() {
    let directory = tempfile::tempdir().unwrap();
    for name in ["t.csv.gz", "t.csv.zst"] {
        let path = directory.path().join(name);
        let mut table = TableWriter::create(&path, Format::Csv, &schema(), &[]).unwrap();
        table.write(&sample()[0]).unwrap();
        table.finish().unwrap();
        let bytes = fs::read(&path).unwrap();
        assert_eq!(Compression::of_content(&bytes), Compression::of_name(&path));
        let text = match Compression::of_content(&bytes) {
            Compression::Gzip => {
                std::io::read_to_string(flate2::read::GzDecoder::new(&bytes[..])).unwrap()
            }
            _ => String::from_utf8(zstd::decode_all(&bytes[..]).unwrap()).unwrap(),
        };
        assert!(text.starts_with("vertex,remoteness,shift,move\na,3,-1,"));
    }
}
