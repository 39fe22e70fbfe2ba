
(* Toads and Frogs on a strip of n cells: a toad t of Left goes right, a frog f of Right goes left, to
   the next cell if it is free, or over one enemy to the free cell behind it. Digit i: a toad on cell
   i; n + i: a frog; 2n + i: nobody. *)
Definition goes (n own other : N) (from over to : N) : list rule :=
  if from =? over
  then [Rule (bits [own + from; 2 * n + to]) (bits [own + from; 2 * n + to]) (bits [2 * n + from; own + to])]
  else [Rule (bits [own + from; other + over; 2 * n + to]) (bits [own + from; 2 * n + to]) (bits [2 * n + from; own + to])].
Definition toads_and_frogs (n : N) : board_game :=
  BoardGame
    (flat_map (fun i => goes n 0 n i i (i + 1)) (count (n - 1)) ++
     flat_map (fun i => goes n 0 n i (i + 1) (i + 2)) (count (n - 2)))
    (flat_map (fun i => goes n n 0 (i + 1) (i + 1) i) (count (n - 1)) ++
     flat_map (fun i => goes n n 0 (i + 2) (i + 1) i) (count (n - 2))).
Definition strip_of (n : N) (strip : string) : N :=
  bits (marked "t"%char [strip] ++ map (N.add n) (marked "f"%char [strip]) ++ map (N.add (2 * n)) (marked "."%char [strip])).
