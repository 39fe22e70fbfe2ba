//! The algebra of games: numbers, nimbers, short games and their values.
