
(* Cram: both put both. *)
Definition cram (rows columns : N) : board_game :=
  let dominoes := map domino (upright rows columns ++ lying rows columns) in BoardGame dominoes dominoes.
