
(* ---- Games by a list ----------------------------------------------------------------------------
   Positions are numbers from 1 on; each row says where Left may move and where Right may. *)

Definition listing := FMapPositive.PositiveMap.t (list positive * list positive).
Fixpoint rows_from (n : positive) (rows : list (list positive * list positive)) : listing :=
  match rows with
  | [] => FMapPositive.PositiveMap.empty _
  | r :: rows => FMapPositive.PositiveMap.add n r (rows_from (Pos.succ n) rows)
  end.
Definition listed (t : listing) : ruleset :=
  Ruleset positive (fun p x => match FMapPositive.PositiveMap.find x t with
    | Some (l, r) => match p with Left => l | Right => r end
    | None => [] end).
Definition rows (l : list (list positive * list positive)) : listing := rows_from 1 l.
Definition node (t : listing) (x : positive) : game := At (listed t) x.
Definition zero : game := node (rows [([], [])]) 1.
