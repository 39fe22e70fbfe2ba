From Coq Require Import Strings.Ascii Strings.String Strings.Byte Arith NArith List FMapPositive Bool Lia.
Import ListNotations.
Open Scope N_scope.

(* 0, 1, ..., n - 1. *)
Definition count (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).


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

(* A vertex together with a heap of nim: a move is along an arc, or makes the heap smaller. *)
Inductive sum_won (g : M.t (list positive)) : positive -> N -> Prop :=
| along v m w : In w (to g v) -> sum_lost g w m -> sum_won g v m
| smaller v m k : k < m -> sum_lost g v k -> sum_won g v m
with sum_lost (g : M.t (list positive)) : positive -> N -> Prop :=
| all_won v m : (forall w, In w (to g v) -> sum_won g w m) -> (forall k, k < m -> sum_won g v k) -> sum_lost g v m.

(* What a vertex is worth (Smith 1966; Fraenkel and Perl 1975). It is the nimber n if it and a heap of n
   are lost, and it and any other heap won; it is loopy with the set s if it and a heap m are won where
   m is in s, and drawn elsewhere. *)
Inductive value := Nimber (n : N) | Loopy (s : list N).
Definition has_value g v (x : value) : Prop :=
  match x with
  | Nimber n => sum_lost g v n /\ forall m, m <> n -> sum_won g v m
  | Loopy s => forall m, (In m s -> sum_won g v m) /\ (~ In m s -> ~ sum_won g v m /\ ~ sum_lost g v m)
  end.

(* ---- Checking ---------------------------------------------------------------------------------- *)

Scheme sum_won_min := Minimality for sum_won Sort Prop with sum_lost_min := Minimality for sum_lost Sort Prop.
Theorem not_both g : forall v m, sum_won g v m -> ~ sum_lost g v m.
Proof.
  apply (sum_won_min g (fun v m => ~ sum_lost g v m) (fun v m => ~ sum_won g v m)).
  - intros v m w I _ IH L. inversion L as [? ? A B]; subst. exact (IH (A w I)).
  - intros v m k Q _ IH L. inversion L as [? ? A B]; subst. exact (IH (B k Q)).
  - intros v m _ A _ B W. inversion W as [? ? w I L|? ? k Q L]; subst; [exact (A w I L) | exact (B k Q L)].
Qed.

(* A nimber comes with a rank: what shows it has smaller ranks. *)
Definition ranked := (value * N)%type.
Definition is_nimber (x : option ranked) (n below : N) : bool :=
  match x with Some (Nimber m, r) => (m =? n) && (r <? below) | _ => false end.
Definition member (m : N) (s : list N) : bool := existsb (N.eqb m) s.
Fixpoint mex_from (fuel : nat) (m : N) (s : list N) : N :=
  match fuel with O => m | S fuel => if member m s then mex_from fuel (m + 1) s else m end.
Definition mex (s : list N) : N := mex_from (List.length s) 0 s.
Definition right_value (look : positive -> option ranked) (g : M.t (list positive)) (row : positive * ranked) : bool :=
  let out := to g (fst row) in
  match snd row with
  | (Nimber n, r) =>
    forallb (fun m => existsb (fun w => is_nimber (look w) m r) out) (count n) &&
    forallb (fun w =>
      match look w with Some (Nimber k, rw) => (rw <? r) && negb (k =? n) | _ => false end
      || existsb (fun x => is_nimber (look x) n r) (to g w)) out
  | (Loopy s, _) =>
    forallb (fun m => existsb (fun w => match look w with Some (Nimber k, _) => k =? m | _ => false end) out) s &&
    forallb (fun w => match look w with Some (Nimber k, _) => member k s | Some (Loopy _, _) => true | None => false end) out &&
    existsb (fun w => match look w with Some (Loopy t, _) => negb (member (mex s) t) | _ => false end) out &&
    negb (member (mex s) s) && forallb (fun m => member m s) (count (mex s))
  end.

Section Values.
Variable rows : list (list positive).
Variable values : list ranked.
Definition right_values : bool :=
  let t := rows_of 1 values in forallb (right_value (fun v => M.find v t) (graph_of rows)) (numbered 1 values).
Hypothesis R : right_values = true.
Definition seen v := M.find v (rows_of 1 values).

Lemma value_at v x : seen v = Some x -> right_value seen (graph_of rows) (v, x) = true.
Proof. intro E. unfold right_values in R. rewrite forallb_forall in R. apply R. apply find_numbered. exact E. Qed.

Lemma in_count n m : m < n -> In m (count n).
Proof. intro H. apply in_map_iff. exists (N.to_nat m). split; [apply N2Nat.id|]. apply in_seq. lia. Qed.

Lemma is_nimber_spec x n r : is_nimber x n r = true -> exists s, x = Some (Nimber n, s) /\ s < r.
Proof.
  destruct x as [[[m|t] s]|]; simpl; intro E; try discriminate. apply andb_prop in E as [E Q].
  apply N.eqb_eq in E. apply N.ltb_lt in Q. subst. exists s. auto.
Qed.

Lemma nimber_holds : forall r v n, seen v = Some (Nimber n, r) ->
  sum_lost (graph_of rows) v n /\ forall m, m <> n -> sum_won (graph_of rows) v m.
Proof.
  induction r as [r IH] using (well_founded_induction N.lt_wf_0). intros v n E.
  pose proof (value_at _ _ E) as C. simpl in C. apply andb_prop in C as [A B].
  rewrite forallb_forall in A, B.
  assert (Low : forall k, k < n -> sum_won (graph_of rows) v k).
  { intros k Q. specialize (A k (in_count n k Q)). apply existsb_exists in A as (w & I & W).
    apply is_nimber_spec in W as (s & W & S). apply along with w; [exact I|]. apply (IH s S w k W). }
  assert (Zero : sum_lost (graph_of rows) v n).
  { apply all_won; [|exact Low]. intros w I. specialize (B w I). apply orb_prop in B as [B|B].
    - destruct (seen w) as [[[k|t] s]|] eqn:W; try discriminate. apply andb_prop in B as [S D].
      apply N.ltb_lt in S. apply negb_true_iff, N.eqb_neq in D. apply (IH s S w k W). congruence.
    - apply existsb_exists in B as (x & J & X). apply is_nimber_spec in X as (s & X & S).
      apply along with x; [exact J|]. apply (IH s S x n X). }
  split; [exact Zero|]. intros m D. destruct (N.lt_total m n) as [Q|[Q|Q]]; [exact (Low m Q) | contradiction |].
  apply smaller with n; assumption.
Qed.

Lemma member_spec m s : member m s = true <-> In m s.
Proof.
  unfold member. rewrite existsb_exists. split; [intros (x & I & E); apply N.eqb_eq in E; subst; exact I|].
  intro I. exists m. split; [exact I | apply N.eqb_refl].
Qed.

Lemma loopy_won v s r m : seen v = Some (Loopy s, r) -> In m s -> sum_won (graph_of rows) v m.
Proof.
  intros E I. pose proof (value_at _ _ E) as C. simpl in C. do 4 apply andb_prop in C as [C _].
  rewrite forallb_forall in C. specialize (C m I). apply existsb_exists in C as (w & J & W).
  destruct (seen w) as [[[k|t] q]|] eqn:X; try discriminate. apply N.eqb_eq in W. subst k.
  apply along with w; [exact J|]. apply (nimber_holds q w m X).
Qed.

Lemma loopy_only : forall v m, sum_won (graph_of rows) v m -> forall s r, seen v = Some (Loopy s, r) -> In m s.
Proof.
  apply (sum_won_min (graph_of rows) (fun v m => forall s r, seen v = Some (Loopy s, r) -> In m s)
    (fun v m => forall s r, seen v <> Some (Loopy s, r))).
  - intros v m w I L H s r E. pose proof (value_at _ _ E) as C. simpl in C.
    do 3 apply andb_prop in C as [C _]. apply andb_prop in C as [_ C]. rewrite forallb_forall in C.
    specialize (C w I). destruct (seen w) as [[[k|t] q]|] eqn:W; try discriminate.
    + apply member_spec in C. destruct (N.eq_dec m k) as [->|D]; [exact C|].
      exfalso. apply (not_both (graph_of rows) w m); [|exact L]. apply (nimber_holds q w k W). exact D.
    + exfalso. exact (H t q eq_refl).
  - intros v m k Q L H s r E. exfalso. exact (H s r E).
  - intros v m A HA B HB s r E.
    pose proof (value_at _ _ E) as C. simpl in C. apply andb_prop in C as [C Full].
    apply andb_prop in C as [C Out]. apply andb_prop in C as [_ Esc].
    apply negb_true_iff in Out. rewrite forallb_forall in Full.
    destruct (member m s) eqn:Mm.
    + apply member_spec in Mm. apply (not_both (graph_of rows) v m); [apply (loopy_won v s r m E Mm) | apply all_won; assumption].
    + assert (Q : m = mex s).
      { destruct (N.lt_total m (mex s)) as [Q|[Q|Q]]; [|exact Q|].
        - rewrite (Full m (in_count _ _ Q)) in Mm. discriminate.
        - pose proof (HB (mex s) Q s r E) as X. apply member_spec in X. rewrite X in Out. discriminate. }
      subst m. apply existsb_exists in Esc as (w & I & W). destruct (seen w) as [[[k|t] q]|] eqn:X; try discriminate.
      apply negb_true_iff in W. pose proof (HA w I t q X) as Y. apply member_spec in Y. rewrite Y in W. discriminate.
Qed.

Lemma loopy_never_lost v s r m : seen v = Some (Loopy s, r) -> ~ sum_lost (graph_of rows) v m.
Proof.
  intros E L. destruct (member m s) eqn:Mm.
  - apply member_spec in Mm. apply (not_both (graph_of rows) v m); [apply (loopy_won v s r m E Mm) | exact L].
  - inversion L as [? ? A B]; subst. pose proof (value_at _ _ E) as C. simpl in C. apply andb_prop in C as [C Full].
    apply andb_prop in C as [C Out]. apply andb_prop in C as [_ Esc].
    apply negb_true_iff in Out. rewrite forallb_forall in Full.
    assert (Q : m = mex s).
    { destruct (N.lt_total m (mex s)) as [Q|[Q|Q]]; [|exact Q|].
      - rewrite (Full m (in_count _ _ Q)) in Mm. discriminate.
      - pose proof (loopy_only v (mex s) (B _ Q) s r E) as X. apply member_spec in X. rewrite X in Out. discriminate. }
    subst m. apply existsb_exists in Esc as (w & I & W). destruct (seen w) as [[[k|t] q]|] eqn:X; try discriminate.
    apply negb_true_iff in W. pose proof (loopy_only w (mex s) (A w I) t q X) as Y. apply member_spec in Y.
    rewrite Y in W. discriminate.
Qed.

Theorem values_hold : forall v x r, seen v = Some (x, r) -> has_value (graph_of rows) v x.
Proof.
  intros v [n|s] r E; simpl.
  - apply (nimber_holds r v n E).
  - intro m. split; [apply (loopy_won v s r m E)|]. intro O. split.
    + intro W. apply O. exact (loopy_only v m W s r E).
    + apply (loopy_never_lost v s r m E).
Qed.
End Values.

Theorem all_values rows values : right_values rows values = true ->
  forall v x r, M.find v (rows_of 1 values) = Some (x, r) -> has_value (graph_of rows) v x.
Proof. intros R v x r. exact (values_hold rows values R v x r). Qed.

(* ---- The claim ------------------------------------------------------------------ *)

(* The vertices:
   1 y, 2 x, 3 z *)
Definition arcs : list (list positive) := [[2; 3]; []; [1]]%positive.
Definition graph := graph_of arcs.
Definition values : list ranked := [(Nimber 1, 2); (Nimber 0, 0); (Nimber 0, 1)].
Lemma checked : right_values arcs values = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

(* NimValues *)
Theorem claim : forall v x r, M.find v (rows_of 1 values) = Some (x, r) -> has_value graph v x.
Proof. exact (all_values arcs values checked). Qed.
Print Assumptions claim.
