
(* Clobber: a man x of Left, or o of Right, takes an enemy beside it and goes there. Digit i: x on
   cell i; digit n + i: o there, where n is the number of cells. *)
Definition clobber (rows columns : N) : board_game :=
  let n := rows * columns in
  let beside := upright rows columns ++ lying rows columns in
  let ways := beside ++ map (fun d => (snd d, fst d)) beside in
  BoardGame
    (map (fun d => Rule (bits [fst d; n + snd d]) (bits [fst d; n + snd d]) (bit (snd d))) ways)
    (map (fun d => Rule (bits [n + fst d; snd d]) (bits [n + fst d; snd d]) (bit (n + snd d))) ways).
Definition men (rows columns : N) (board : list string) : N :=
  bits (marked "x"%char board ++ map (N.add (rows * columns)) (marked "o"%char board)).
