
(* ---- Play on a graph ------------------------------------------------------------------------------
   Vertices are numbers from 1 on. A player moves along an arc; who cannot move loses; play that does
   not end is drawn. *)

Module M := FMapPositive.PositiveMap.
Fixpoint rows_of {A} (n : positive) (rows : list A) : M.t A :=
  match rows with [] => M.empty A | r :: rows => M.add n r (rows_of (Pos.succ n) rows) end.
Definition graph_of (rows : list (list positive)) : M.t (list positive) := rows_of 1 rows.
Definition to (g : M.t (list positive)) (v : positive) : list positive :=
  match M.find v g with Some l => l | None => [] end.
Fixpoint numbered {A} (n : positive) (l : list A) : list (positive * A) :=
  match l with [] => [] | a :: l => (n, a) :: numbered (Pos.succ n) l end.
Lemma find_numbered {A} : forall (l : list A) n x row, M.find x (rows_of n l) = Some row -> In (x, row) (numbered n l).
Proof.
  induction l as [|r l IH]; intros n x row H; simpl in *.
  - rewrite M.gempty in H. discriminate.
  - destruct (Pos.eq_dec x n) as [->|D].
    + rewrite M.gss in H. injection H as ->. left; reflexivity.
    + rewrite M.gso in H by exact D. right. apply IH. exact H.
Qed.
