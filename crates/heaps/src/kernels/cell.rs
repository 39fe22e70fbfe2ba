//! The cells of tables of values: bytes and words.

/// A cell of a table of values.
pub(crate) trait Cell:
    Copy + Eq + Ord + Default + Send + Sync + std::fmt::Debug + 'static
{
    /// All bits set.
    const ONES: Self;
    /// The largest value that fits.
    const LARGEST: u32;
    /// The cell of a value, which must fit.
    fn cell(value: u32) -> Self;
    /// The value as a number.
    fn value(self) -> u32;
    /// The nim sum.
    fn xor(self, other: Self) -> Self;
    /// The bitwise or.
    fn or(self, other: Self) -> Self;
    /// The cells as bytes, if they are bytes.
    fn bytes(_cells: &[Self]) -> Option<&[u8]> {
        None
    }
}

macro_rules! cell {
    ($type:ty $(, $bytes:item)?) => {
        impl Cell for $type {
            const ONES: Self = <$type>::MAX;
            const LARGEST: u32 = <$type>::MAX as u32;
            #[inline(always)]
            fn cell(value: u32) -> Self {
                value as $type
            }
            #[inline(always)]
            #[allow(clippy::unnecessary_cast)]
            fn value(self) -> u32 {
                self as u32
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            $($bytes)?
        }
    };
}
cell!(
    u8,
    #[inline(always)]
    fn bytes(cells: &[Self]) -> Option<&[u8]> {
        Some(cells)
    }
);
cell!(u16);
cell!(u32);
