
(* ---- Boards ------------------------------------------------------------------------------------
   A position is a number, whose binary digits say what is where. A rule of a player needs some
   digits to be 1, clears some and puts some. *)

Record rule := Rule { need : N; clear : N; put : N }.
Definition apply (b : N) (r : rule) : list N :=
  if N.land b (need r) =? need r then [N.lor (N.ldiff b (clear r)) (put r)] else [].
Definition board_rules (left right : list rule) : ruleset :=
  Ruleset N (fun p b => flat_map (apply b) (match p with Left => left | Right => right end)).

(* A game on a board is what each player may do; with a position it is a game. *)
Record board_game := BoardGame { of_left : list rule; of_right : list rule }.
Definition rules_of (g : board_game) : ruleset := board_rules (of_left g) (of_right g).
Definition on (g : board_game) (b : N) : game := At (rules_of g) b.

Definition bit (i : N) : N := N.shiftl 1 i.
Definition bits (l : list N) : N := fold_left (fun sum i => N.lor sum (bit i)) l 0.

(* What can be taken is taken: a rule with nothing to put. *)
Definition take (l : list N) : rule := Rule (bits l) (bits l) 0.
