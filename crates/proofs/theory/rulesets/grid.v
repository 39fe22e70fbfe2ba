
(* ---- Rulesets ---------------------------------------------------------------------------------- *)

(* Boards are read row by row from the top left; cells, and the vertices of graphs, count from 0. *)
Definition letters_of (rows : list string) : list Ascii.ascii := flat_map list_ascii_of_string rows.
Definition marked (c : Ascii.ascii) (rows : list string) : list N :=
  let l := letters_of rows in
  map fst (filter (fun cell => Ascii.eqb (snd cell) c) (combine (map N.of_nat (seq 0 (List.length l))) l)).

(* The pairs of cells of a board, the second so many rows down and columns to the right. *)
Definition pairs (rows columns down right : N) : list (N * N) :=
  flat_map (fun r => flat_map (fun c =>
    if (r + down <? rows) && (c + right <? columns)
    then [(r * columns + c, (r + down) * columns + (c + right))] else []) (count columns)) (count rows).
Definition upright rows columns := pairs rows columns 1 0.
Definition lying rows columns := pairs rows columns 0 1.
Definition domino (d : N * N) : rule := take [fst d; snd d].
Definition free (rows : list string) : N := bits (marked "."%char rows).
