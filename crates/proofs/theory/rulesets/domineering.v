
(* Domineering: Left puts upright dominoes on free cells, Right lying ones. *)
Definition domineering (rows columns : N) : board_game :=
  BoardGame (map domino (upright rows columns)) (map domino (lying rows columns)).
