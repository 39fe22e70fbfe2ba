//! The loops on sets with AVX-512.

use std::arch::x86_64::*;

use super::{Entry, HEAPS, ROWS, Row, Sets, window};

/// Row `j` has the bit of each value: the set of value `8 j + b` is byte `8 j + b`.
const TABLES: Sets = {
    let mut tables = [[0; HEAPS]; ROWS];
    let mut value = 0;
    while value < HEAPS {
        tables[value / 8][value] = 1 << (value % 8);
        value += 1;
    }
    tables
};

#[inline]
#[target_feature(enable = "avx512f")]
fn load(row: &Row) -> __m512i {
    // SAFETY: the 64 bytes exist, and the instruction needs no alignment.
    #[allow(unsafe_code)]
    unsafe {
        _mm512_loadu_si512(row.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(row: &mut Row, values: __m512i) {
    // SAFETY: as in `load`, for 64 writable bytes.
    #[allow(unsafe_code)]
    unsafe {
        _mm512_storeu_si512(row.as_mut_ptr().cast(), values)
    }
}

/// The values that the entry gives the heaps, relative to `base`, and the heaps whose value is
/// among the first `8 R`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sums<const R: usize>(
    values: &[u8],
    at: usize,
    entry: &Entry,
    base: __m512i,
) -> (__m512i, __mmask64) {
    let beyond = _mm512_set1_epi8(!(8 * R as i32 - 1) as i8);
    let window = load(window(values, at, entry.distance));
    // It is read after the bounds check, so it is loaded from memory into all lanes at once.
    let value = _mm512_set1_epi32(entry.values as i32);
    // The nim sum of all three.
    let sums = _mm512_ternarylogic_epi32::<0x96>(window, value, base);
    (sums, _mm512_testn_epi8_mask(sums, beyond))
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi")]
pub(super) fn unshown_sets<const R: usize>(
    values: &[u8],
    at: usize,
    list: &[Entry],
    base: u8,
    wanted: &mut Sets,
) {
    let mut tables = [_mm512_setzero_si512(); R];
    for (table, row) in tables.iter_mut().zip(&TABLES) {
        *table = load(row);
    }
    let base = _mm512_set1_epi8(base as i8);
    let mut shown = [_mm512_setzero_si512(); R];
    let mut pairs = list.chunks_exact(2);
    for pair in &mut pairs {
        let (a, of_a) = sums::<R>(values, at, &pair[0], base);
        let (b, of_b) = sums::<R>(values, at, &pair[1], base);
        for j in 0..R {
            let a = _mm512_maskz_permutexvar_epi8(of_a, a, tables[j]);
            let b = _mm512_maskz_permutexvar_epi8(of_b, b, tables[j]);
            // The union of all three.
            shown[j] = _mm512_ternarylogic_epi32::<0xfe>(shown[j], a, b);
        }
    }
    for entry in pairs.remainder() {
        let (a, of_a) = sums::<R>(values, at, entry, base);
        for j in 0..R {
            let a = _mm512_maskz_permutexvar_epi8(of_a, a, tables[j]);
            shown[j] = _mm512_or_si512(shown[j], a);
        }
    }
    for j in 0..R {
        let row = _mm512_andnot_si512(shown[j], load(&wanted[j]));
        store(&mut wanted[j], row);
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vpopcntdq")]
pub(super) fn shown_of_sets<const R: usize>(
    values: &[u8],
    places: &[usize],
    entry: Entry,
    base: u8,
    wanted: &[Sets],
) -> u32 {
    let base = _mm512_set1_epi8(base as i8);
    let mut shown = _mm512_setzero_si512();
    for (&at, wanted) in places.iter().zip(wanted) {
        let (sums, of_sums) = sums::<R>(values, at, &entry, base);
        let mut row = _mm512_setzero_si512();
        // A heap has one value, so its rows are disjoint.
        for j in 0..R {
            let bits = _mm512_maskz_permutexvar_epi8(of_sums, sums, load(&TABLES[j]));
            // Adds the intersection of both to the rest.
            row = _mm512_ternarylogic_epi32::<0xf8>(row, bits, load(&wanted[j]));
        }
        shown = _mm512_add_epi64(shown, _mm512_popcnt_epi64(row));
    }
    _mm512_reduce_add_epi64(shown) as u32
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
pub(super) fn first_sum(a: &[u8], b: &[u8], wanted: u8) -> Option<usize> {
    let wanted_of_all = _mm512_set1_epi8(wanted as i8);
    let hits = |a: &Row, b: &Row| {
        _mm512_cmpeq_epi8_mask(_mm512_xor_si512(load(a), load(b)), wanted_of_all)
    };
    let (a_rows, a_rest) = a.as_chunks::<HEAPS>();
    let (b_rows, b_rest) = b.as_chunks::<HEAPS>();
    let mut at = 0;
    let (a_fours, b_fours) = (a_rows.chunks_exact(4), b_rows.chunks_exact(4));
    for (a, b) in a_fours.zip(b_fours) {
        let hits: [u64; 4] = std::array::from_fn(|row| hits(&a[row], &b[row]));
        if let Some(row) = hits.iter().position(|&hits| hits != 0) {
            return Some((at + row) * HEAPS + hits[row].trailing_zeros() as usize);
        }
        at += 4;
    }
    for (a, b) in a_rows[at..].iter().zip(&b_rows[at..]) {
        let hits = hits(a, b);
        if hits != 0 {
            return Some(at * HEAPS + hits.trailing_zeros() as usize);
        }
        at += 1;
    }
    let found = a_rest.iter().zip(b_rest).position(|(a, b)| a ^ b == wanted);
    found.map(|found| at * HEAPS + found)
}
