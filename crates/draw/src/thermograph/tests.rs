use super::*;
use crate::svg;

fn mark(halves: i32) -> Mark {
    let label = if halves % 2 == 0 { (halves / 2).to_string() } else { format!("{halves}/2") };
    Mark { position: f64::from(halves) / 2.0, label }
}

fn corner(value: i32, temperature: i32) -> Corner {
    Corner { value: mark(value), temperature: mark(temperature) }
}

/// {4||2|0}, in halves: mast 5/2 from temperature 3/2.
fn example() -> Plot {
    Plot {
        mast: corner(5, 3),
        left: vec![corner(5, 3), corner(8, 0), corner(10, -2)],
        right: vec![corner(5, 3), corner(4, 2), corner(4, 0), corner(4, -2)],
        scaffolds: vec![
            vec![corner(4, 4), corner(10, -2)],
            vec![corner(6, 4), corner(4, 2), corner(4, -2)],
        ],
        title: Some("{4||2|0}".to_owned()),
    }
}

#[test]
fn left_is_left_and_up_is_hot() {
    let scene = example().scene();
    let path = |id: &str| {
        let element = scene.elements().iter().find(|element| element.id.as_deref() == Some(id));
        match &element.unwrap().shape {
            Shape::Polyline(points) => points.clone(),
            other => panic!("{id} is {other:?}"),
        }
    };
    let (left, right) = (path("left-wall"), path("right-wall"));
    let end = |points: &[(f64, f64)]| points[points.len() - 1];
    assert!(end(&left).0 < left[0].0, "the Left wall ends left of the mast");
    assert!(end(&right).0 > right[0].0, "the Right wall ends right of the mast");
    assert!(end(&left).1 > left[0].1, "cold is down");
    let text = svg(&scene);
    for label in [">5/2<", ">3/2<", ">4<", ">2<", ">0<", ">-1<", ">{4||2|0}<"] {
        assert!(text.contains(label), "{label}");
    }
    if let Ok(folder) = std::env::var("UPSTAR_PICTURES") {
        std::fs::write(format!("{folder}/thermograph.svg"), text).unwrap();
    }
}

#[test]
fn in_characters() {
    let found = example().characters();
    if std::env::var("UPSTAR_PICTURES").is_ok() {
        println!("{found}");
    }
    assert!(found.lines().count() <= 16, "{found}");
    assert!(found.contains('╱') && found.contains('╲'), "{found}");
    assert!(found.trim_end().ends_with('2'), "{found}");
    assert!(found.lines().any(|line| line.starts_with("3/2")), "{found}");
}

#[test]
fn extreme_positions_are_drawn() {
    let mut strange = example();
    strange.left[2].value.position = f64::INFINITY;
    strange.right[0].temperature.position = f64::NAN;
    assert!(svg(&strange.scene()).ends_with("</svg>\n"));
    let _ = strange.characters();
    let mut point = example();
    point.left = vec![corner(5, 3)];
    point.right = vec![corner(5, 3)];
    assert!(!point.characters().contains('╲'), "{}", point.characters());
}
