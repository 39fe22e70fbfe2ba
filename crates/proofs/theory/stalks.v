
(* A heap of nim as a board: a stalk of digits; who takes one takes all that are above. *)
Definition stalk_game (n : N) : board_game :=
  let cuts := map (fun k => Rule (bit k) (N.ldiff (N.ones n) (N.ones k)) 0) (count n) in BoardGame cuts cuts.
Lemma in_stalk k n : In k (count n) <-> k < n.
Proof.
  unfold count. rewrite in_map_iff. split.
  - intros (m & <- & I). apply in_seq in I. lia.
  - intro L. exists (N.to_nat k). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.
Lemma stalk_cut n m k : m <= n -> k < n ->
  apply (N.ones m) (Rule (bit k) (N.ldiff (N.ones n) (N.ones k)) 0) = if k <? m then [N.ones k] else [].
Proof.
  intros L K. unfold apply; simpl. fold (within (bit k) (N.ones m)).
  assert (B : forall i j, N.testbit (N.ones i) j = (j <? i)).
  { intros i j. destruct (N.ltb_spec j i); [apply N.ones_spec_low | apply N.ones_spec_high]; assumption. }
  replace (within (bit k) (N.ones m)) with (k <? m).
  - destruct (N.ltb_spec k m) as [Q|Q]; [|reflexivity]. f_equal. apply N.bits_inj. intro i.
    rewrite N.lor_0_r, !N.ldiff_spec, !B. destruct (N.ltb_spec i m), (N.ltb_spec i n), (N.ltb_spec i k); try reflexivity; lia.
  - apply eq_true_iff_eq. rewrite within_bits, N.ltb_lt. split.
    + intros Q i D. rewrite bit_spec in D. apply N.eqb_eq in D. subst. rewrite B. apply N.ltb_lt; exact Q.
    + intro Q. specialize (Q k). rewrite bit_spec, N.eqb_refl, B in Q. apply N.ltb_lt. apply Q. reflexivity.
Qed.
Lemma stalk_moves n p m c : m <= n ->
  In c (moves (rules_of (stalk_game n)) p (N.ones m)) <-> exists k, k < m /\ c = N.ones k.
Proof.
  intro L. replace (moves (rules_of (stalk_game n)) p (N.ones m)) with
    (flat_map (apply (N.ones m)) (of_left (stalk_game n))) by (destruct p; reflexivity).
  rewrite in_flat_map. split.
  - intros (r & I & C). apply in_map_iff in I as (k & <- & I). apply in_stalk in I.
    rewrite (stalk_cut n m k L I) in C. destruct (N.ltb_spec k m) as [Q|Q]; [|contradiction].
    destruct C as [<-|[]]. exists k. auto.
  - intros (k & Q & ->). exists (Rule (bit k) (N.ldiff (N.ones n) (N.ones k)) 0).
    assert (K : k < n) by lia. split.
    + change (of_left (stalk_game n)) with (map (fun k => Rule (bit k) (N.ldiff (N.ones n) (N.ones k)) 0) (count n)).
      apply in_map_iff. exists k. split; [reflexivity | apply in_stalk; exact K].
    + rewrite (stalk_cut n m k L K). apply N.ltb_lt in Q. rewrite Q. left; reflexivity.
Qed.
Lemma nim_moves p m y : In y (moves (heap_rules nim) p [m]) <-> exists k, k < m /\ y = [k].
Proof.
  simpl. rewrite app_nil_r. unfold nim. rewrite map_map, in_map_iff. split.
  - intros (k & <- & I). apply in_stalk in I. exists k. auto.
  - intros (k & Q & ->). exists k. split; [reflexivity | apply in_stalk; exact Q].
Qed.
Definition stalk (n : N) : game_board (heap_rules nim) [n].
Proof.
  refine (GameBoard (heap_rules nim) [n] (stalk_game n) (N.ones n)
    (fun y b => exists m, y = [m] /\ m <= n /\ b = N.ones m) _ _ _).
  - intros p y b z (m & -> & L & ->) I. apply nim_moves in I as (k & Q & ->). exists (N.ones k).
    split; [apply stalk_moves; [exact L | exists k; auto]|]. exists k. split; [reflexivity|]. split; [lia | reflexivity].
  - intros p y b c (m & -> & L & ->) I. apply (stalk_moves n p m c L) in I as (k & Q & ->). exists [k].
    split; [apply nim_moves; exists k; auto|]. exists k. split; [reflexivity|]. split; [lia | reflexivity].
  - exists n. split; [reflexivity|]. split; [apply N.le_refl | reflexivity].
Defined.
