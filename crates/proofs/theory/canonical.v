
(* ---- Canonical forms --------------------------------------------------------------------------- *)

Fixpoint numbered {A} (n : positive) (l : list A) : list (positive * A) :=
  match l with [] => [] | a :: l => (n, a) :: numbered (Pos.succ n) l end.

Lemma numbered_rows : forall l n x row, M.find x (rows_from n l) = Some row -> In (x, row) (numbered n l).
Proof.
  induction l as [|r l IH]; intros n x row H; simpl in *.
  - rewrite M.gempty in H. discriminate.
  - destruct (Pos.eq_dec x n) as [->|D].
    + rewrite M.gss in H. injection H as ->. left; reflexivity.
    + rewrite M.gso in H by exact D. right. apply IH. exact H.
Qed.

Definition two_of (l : list positive) : list (goal * player * (positive * positive)) :=
  flat_map (fun a => flat_map (fun b => if Pos.eqb a b then [] else [((Win, Left), (a, b))]) l) l.
Definition lefts_of (t : listing) x := moves (listed t) Left x.
Definition rights_of (t : listing) x := moves (listed t) Right x.
Definition canonical_goals (l : list (list positive * list positive)) : list (goal * player * (positive * positive)) :=
  let t := rows l in
  flat_map (fun row : positive * (list positive * list positive) => let x := fst row in let (ls, rs) := snd row in
    two_of ls ++ two_of rs
    ++ flat_map (fun a => map (fun b => (Win, Left, (b, x))) (rights_of t a)) ls
    ++ flat_map (fun a => map (fun b => (Win, Left, (x, b))) (lefts_of t a)) rs) (numbered 1 l).

Definition listed_key (t u : listing) : method (difference (listed t) (listed u)) :=
  plain (difference (listed t) (listed u)) (both_key self_key self_key) (both_key_once self_key self_key self_key_once self_key_once).

Lemma canonical_by_check l fuel s : let t := rows l in
  check false (difference (listed t) (listed t)) (listed_key t t) fuel (canonical_goals l) s = true ->
  forall x, canonical (node t x).
Proof.
  intros t C x.
  assert (F : forall a b, In (Win, Left, (a, b)) (canonical_goals l) -> nle (node t a) (node t b)).
  { intros a b I. apply (nle_by_play (listed t) (listed t) Left (a, b)).
    apply (check_sound _ _ _ _ _ _ C Win Left (a, b) I). }
  assert (Two : forall a b m, In a m -> In b m -> a <> b -> In (Win, Left, (a, b)) (two_of m)).
  { intros a b m Ia Ib D. apply in_flat_map. exists a. split; [exact Ia|]. apply in_flat_map.
    exists b. split; [exact Ib|]. destruct (Pos.eqb_spec a b); [contradiction | left; reflexivity]. }
  intros H S.
  assert (E : exists y, H = node t y).
  { induction S as [|p H K S (y & ->) I]; [exists x; reflexivity|].
    apply in_map_iff in I as (k & <- & _). exists k; reflexivity. }
  destruct E as (y & ->).
  assert (Row : forall p a, In a (moves (listed t) p y) -> exists ls rs,
    In (y, (ls, rs)) (numbered 1 l) /\ moves (listed t) p y = match p with Left => ls | Right => rs end).
  { intros p a I. simpl in *. destruct (M.find y t) as [[ls rs]|] eqn:Y; [|contradiction].
    exists ls, rs. split; [apply numbered_rows; exact Y | reflexivity]. }
  split; [|split].
  - intros p A B IA IB D. apply in_map_iff in IA as (a & <- & Ia). apply in_map_iff in IB as (b & <- & Ib).
    apply F. destruct (Row p a Ia) as (ls & rs & Iy & E). change (In a (moves (listed t) p y)) in Ia.
    change (In b (moves (listed t) p y)) in Ib. rewrite E in Ia, Ib.
    apply in_flat_map. exists (y, (ls, rs)). split; [exact Iy|]. cbn [fst snd].
    assert (D' : a <> b) by (intros ->; apply D; reflexivity).
    apply in_or_app. destruct p; [left | right; apply in_or_app; left]; apply Two; assumption.
  - intros A B IA IB. apply in_map_iff in IA as (a & <- & Ia). apply in_map_iff in IB as (b & <- & Ib).
    apply F. destruct (Row Left a Ia) as (ls & rs & Iy & E).
    change (In a (moves (listed t) Left y)) in Ia. rewrite E in Ia.
    apply in_flat_map. exists (y, (ls, rs)). split; [exact Iy|]. cbn [fst snd].
    apply in_or_app; right. apply in_or_app; right. apply in_or_app; left.
    apply in_flat_map. exists a. split; [exact Ia|]. apply in_map_iff. exists b. split; [reflexivity | exact Ib].
  - intros A B IA IB. apply in_map_iff in IA as (a & <- & Ia). apply in_map_iff in IB as (b & <- & Ib).
    apply F. destruct (Row Right a Ia) as (ls & rs & Iy & E).
    change (In a (moves (listed t) Right y)) in Ia. rewrite E in Ia.
    apply in_flat_map. exists (y, (ls, rs)). split; [exact Iy|]. cbn [fst snd].
    apply in_or_app; right. apply in_or_app; right. apply in_or_app; right.
    apply in_flat_map. exists a. split; [exact Ia|]. apply in_map_iff. exists b. split; [reflexivity | exact Ib].
Qed.
