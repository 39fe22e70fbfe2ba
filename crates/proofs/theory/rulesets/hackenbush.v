
(* Hackenbush on a tree: an edge goes from a joint up to another, 0 is the ground; Left cuts blue and
   green edges, Right red and green ones, and what is above the edge falls. Digit i: the edge i. *)
Inductive colour := Blue | Red | Green.
Definition edge := (N * N * colour)%type.
Definition lower (e : edge) : N := fst (fst e).
Definition upper (e : edge) : N := snd (fst e).
Definition above (edges : list edge) (e : edge) : list N :=
  Nat.iter (List.length edges) (fun joints =>
    fold_left (fun joints f => if existsb (N.eqb (lower f)) joints && negb (existsb (N.eqb (upper f)) joints)
      then upper f :: joints else joints) edges joints) [upper e].
Definition falls (edges : list edge) (e : edge) : list N :=
  let joints := above edges e in
  map fst (filter (fun f => existsb (N.eqb (upper (snd f))) joints) (combine (map N.of_nat (seq 0 (List.length edges))) edges)).
Definition cuts (edges : list edge) (mine : edge -> bool) : list rule :=
  flat_map (fun e => if mine (snd e) then [Rule (bit (fst e)) (bits (falls edges (snd e))) 0] else [])
    (combine (map N.of_nat (seq 0 (List.length edges))) edges).
Definition hackenbush (edges : list edge) : board_game :=
  BoardGame (cuts edges (fun e => match snd e with Red => false | _ => true end))
            (cuts edges (fun e => match snd e with Blue => false | _ => true end)).
Definition standing (edges : list edge) : N := bits (map N.of_nat (seq 0 (List.length edges))).
