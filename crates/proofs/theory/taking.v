
(* ---- Checking play on boards --------------------------------------------------------------------- *)

(* Where rules only take: what no rule can use any more may go, and parts that no rule joins are
   independent. *)
Definition takes (rs : list rule) : bool :=
  forallb (fun r => (put r =? 0) && negb (need r =? 0) && (N.land (need r) (clear r) =? need r)) rs.

Section Taking.
Variable left right : list rule.
Hypothesis T : takes (left ++ right) = true.
Let rs := board_rules left right.
Definition of_player (p : player) := match p with Left => left | Right => right end.

Lemma takes_rule p r : In r (of_player p) -> In r (left ++ right) /\ put r = 0 /\ need r <> 0 /\ N.land (need r) (clear r) = need r.
Proof.
  intro I. assert (J : In r (left ++ right)) by (apply in_or_app; destruct p; auto).
  split; [exact J|]. unfold takes in T. rewrite forallb_forall in T. specialize (T r J).
  apply andb_prop in T as [A C]. apply andb_prop in A as [A B].
  apply N.eqb_eq in A, C. apply negb_true_iff, N.eqb_neq in B. auto.
Qed.

Lemma within_after m b c : within m (N.ldiff b c) = true <-> within m b = true /\ N.land m c = 0.
Proof.
  rewrite !within_bits. split.
  - intro H. split.
    + intros i D. apply H in D. rewrite N.ldiff_spec in D. apply andb_prop in D as [D _]. exact D.
    + apply N.bits_inj_0. intro i. rewrite N.land_spec. specialize (H i).
      destruct (N.testbit m i); [|reflexivity]. rewrite N.ldiff_spec in H.
      specialize (H eq_refl). apply andb_prop in H as [_ H]. apply negb_true_iff in H. exact H.
  - intros [H E] i D. rewrite N.ldiff_spec, (H i D). apply (f_equal (fun n => N.testbit n i)) in E.
    rewrite N.land_spec, D, N.bits_0 in E. simpl in E. rewrite E. reflexivity.
Qed.

Lemma moves_board p b y : In y (moves rs p b) <->
  exists r, In r (of_player p) /\ within (need r) b = true /\ y = N.ldiff b (clear r).
Proof.
  unfold rs. change (moves (board_rules left right) p b) with (flat_map (apply b) (of_player p)).
  rewrite in_flat_map. split.
  - intros (r & I & A). destruct (takes_rule p r I) as (_ & P & _). unfold apply in A.
    fold (within (need r) b) in A. destruct (within (need r) b) eqn:W; [|contradiction].
    destruct A as [<-|[]]. exists r. rewrite P, N.lor_0_r. auto.
  - intros (r & I & W & ->). destruct (takes_rule p r I) as (_ & P & _). exists r. split; [exact I|].
    unfold apply. fold (within (need r) b). rewrite W, P, N.lor_0_r. left; reflexivity.
Qed.

Lemma move_less p r b : In r (of_player p) -> within (need r) b = true -> N.ldiff b (clear r) < b.
Proof.
  intros I W. destruct (takes_rule p r I) as (_ & _ & Z & S).
  assert (L : N.ldiff b (clear r) = b - N.land b (clear r)).
  { rewrite N.sub_nocarry_ldiff.
    - apply N.bits_inj. intro i. rewrite !N.ldiff_spec, N.land_spec.
      destruct (N.testbit b i), (N.testbit (clear r) i); reflexivity.
    - apply N.bits_inj_0. intro i. rewrite N.ldiff_spec, N.land_spec.
      destruct (N.testbit b i), (N.testbit (clear r) i); reflexivity. }
  assert (P : N.land b (clear r) <> 0).
  { intro E. apply Z. apply N.bits_inj_0. intro i. destruct (N.testbit (need r) i) eqn:D; [|reflexivity].
    rewrite within_bits in W. specialize (W i D). rewrite <- S, N.land_spec in D.
    apply andb_prop in D as [_ D]. apply (f_equal (fun n => N.testbit n i)) in E.
    rewrite N.land_spec, W, D, N.bits_0 in E. discriminate. }
  assert (Q : b <> 0). { intros ->. apply P. reflexivity. }
  rewrite L. lia.
Qed.

(* Two boards on which the same rules apply. *)
Definition alike (b c : N) := forall r, In r (left ++ right) -> within (need r) b = within (need r) c.

Lemma alike_after b c m : alike b c -> alike (N.ldiff b m) (N.ldiff c m).
Proof.
  intros A r I. specialize (A r I). apply eq_true_iff_eq. rewrite !within_after, A. reflexivity.
Qed.

Lemma alike_sym b c : alike b c -> alike c b.
Proof. intros A r I. symmetry. apply A; exact I. Qed.

Lemma alike_moves p b c : alike b c -> moves rs p b = [] -> moves rs p c = [].
Proof.
  intros A E. destruct (moves rs p c) as [|y l] eqn:F; [reflexivity|]. exfalso.
  assert (I : In y (moves rs p c)) by (rewrite F; left; reflexivity).
  apply moves_board in I as (r & I & W & _). rewrite <- (A r) in W by (apply (takes_rule p); exact I).
  assert (J : In (N.ldiff b (clear r)) (moves rs p b)) by (apply moves_board; eauto). rewrite E in J. exact J.
Qed.

Lemma alike_play m : forall p b, wins m rs p b -> forall c, alike b c -> wins m rs p c.
Proof.
  apply (wins_min m rs (fun p b => forall c, alike b c -> wins m rs p c)
    (fun p b => forall c, alike b c -> loses m rs p c)).
  - intros p b y I _ H c A. apply moves_board in I as (r & I & W & ->).
    apply wins_move with (N.ldiff c (clear r)).
    + apply moves_board. exists r. rewrite <- (A r) by (apply (takes_rule p); exact I). auto.
    + apply H. apply alike_after. exact A.
  - intros p b M E c A. apply wins_stuck; [exact M|]. apply (alike_moves p b c A E).
  - intros p b S _ H c A. apply loses_all.
    + intros M E. apply (S M). apply (alike_moves p c b); [apply alike_sym; exact A | exact E].
    + intros y I. apply moves_board in I as (r & I & W & ->). apply (H (N.ldiff b (clear r))).
      * apply moves_board. exists r. rewrite (A r) by (apply (takes_rule p); exact I). auto.
      * apply alike_after. exact A.
Qed.

Lemma alike_loses m p b c : alike b c -> loses m rs p b -> loses m rs p c.
Proof.
  intros A L. inversion L as [q x S W]; subst. apply loses_all.
  - intros M E. apply (S M). apply (alike_moves p c b); [apply alike_sym; exact A | exact E].
  - intros y I. apply moves_board in I as (r & I & V & ->). apply (alike_play m) with (N.ldiff b (clear r)).
    + apply W. apply moves_board. exists r. rewrite (A r) by (apply (takes_rule p); exact I). auto.
    + apply alike_after. exact A.
Qed.

(* The digits that some rule can use. *)
Definition live (b : N) : N :=
  fold_left (fun sum r => if within (need r) b then N.lor sum (need r) else sum) (left ++ right) 0.
Definition strip (b : N) : N := N.land b (live b).

Lemma live_keeps l : forall b s i, N.testbit s i = true ->
  N.testbit (fold_left (fun sum r => if within (need r) b then N.lor sum (need r) else sum) l s) i = true.
Proof.
  induction l as [|r l IH]; intros b s i H; [exact H|]. simpl. apply IH.
  destruct (within (need r) b); [rewrite N.lor_spec, H; reflexivity | exact H].
Qed.
Lemma live_has l : forall b s r i, In r l -> within (need r) b = true -> N.testbit (need r) i = true ->
  N.testbit (fold_left (fun sum r => if within (need r) b then N.lor sum (need r) else sum) l s) i = true.
Proof.
  induction l as [|q l IH]; intros b s r i I W D; [contradiction|]. simpl. destruct I as [<-|I].
  - apply live_keeps. rewrite W, N.lor_spec, D. apply orb_true_r.
  - apply (IH b _ r i I W D).
Qed.
Lemma strip_alike b : alike (strip b) b.
Proof.
  intros r I. apply eq_true_iff_eq. unfold strip. rewrite !within_bits. split; intros H i D.
  - specialize (H i D). rewrite N.land_spec in H. apply andb_prop in H as [H _]. exact H.
  - rewrite N.land_spec, (H i D). unfold live. apply (live_has _ b 0 r i I); [|exact D].
    apply within_bits. exact H.
Qed.

(* Parts: each rule that applies does so within one of them, and touches no other. *)
Definition joint (b : N) (l : list N) : Prop :=
  (forall r, In r (left ++ right) -> within (need r) b = true -> exists q, In q l /\ within (need r) q = true) /\
  (forall r before q after, In r (left ++ right) -> l = before ++ q :: after -> within (need r) q = true ->
    within (need r) b = true /\ forall o, In o (before ++ after) -> N.land o (clear r) = 0).

Lemma disjoint_after m o c : N.land o c = 0 -> within m o = true -> N.land m c = 0.
Proof.
  intros E W. rewrite within_bits in W. apply N.bits_inj_0. intro i. rewrite N.land_spec.
  destruct (N.testbit m i) eqn:D; [|reflexivity]. apply (f_equal (fun n => N.testbit n i)) in E.
  rewrite N.land_spec, (W i D), N.bits_0 in E. exact E.
Qed.
Lemma less_disjoint q c d : N.land q d = 0 -> N.land (N.ldiff q c) d = 0.
Proof.
  intro E. apply N.bits_inj_0. intro i. apply (f_equal (fun n => N.testbit n i)) in E.
  rewrite N.land_spec, N.bits_0 in E. rewrite N.land_spec, N.ldiff_spec.
  destruct (N.testbit q i), (N.testbit d i); simpl in *; try discriminate; try reflexivity.
  apply andb_false_r.
Qed.

Lemma joint_after b r before q after : In r (left ++ right) -> joint b (before ++ q :: after) ->
  within (need r) q = true ->
  joint (N.ldiff b (clear r)) (before ++ N.ldiff q (clear r) :: after).
Proof.
  intros I [A B] W. destruct (B r before q after I eq_refl W) as [_ O]. split.
  - intros s J V. apply within_after in V as [V E]. destruct (A s J V) as (z & Z & X).
    apply in_app_or in Z as [Z|[<-|Z]].
    + exists z. split; [apply in_or_app; auto | exact X].
    + exists (N.ldiff q (clear r)). split; [apply in_or_app; right; left; reflexivity|].
      apply within_after; auto.
    + exists z. split; [apply in_or_app; right; right; exact Z | exact X].
  - intros s before' z after' J E V.
    (* The same place in the list before the move. *)
    assert (K : exists before0 z0 after0, before ++ q :: after = before0 ++ z0 :: after0 /\
      within (need s) z0 = true /\ N.land (need s) (clear r) = 0 /\
      forall o, In o (before' ++ after') -> exists o0, In o0 (before0 ++ after0) /\
        forall c, N.land o0 c = 0 -> N.land o c = 0).
    { clear A B I J. revert before' E. induction before as [|x before IH]; intros before' E.
      - destruct before' as [|y before']; simpl in E; injection E as E1 E2.
        + subst z after'. exists [], q, after. apply within_after in V as [V D].
          split; [reflexivity|]. split; [exact V|]. split; [exact D|]. intros o Io. exists o. auto.
        + subst y after. exists (q :: before'), z, after'.
          split; [reflexivity|]. split; [exact V|]. split.
          * apply (disjoint_after _ z); [|exact V]. apply O. simpl. apply in_or_app; right; left; reflexivity.
          * intros o Io. simpl in Io. destruct Io as [<-|Io].
            -- exists q. split; [left; reflexivity|]. intro c. apply less_disjoint.
            -- exists o. split; [right; exact Io | auto].
      - destruct before' as [|y before']; simpl in E; injection E as E1 E2.
        + subst z after'. exists [], x, (before ++ q :: after).
          split; [reflexivity|]. split; [exact V|]. split.
          * apply (disjoint_after _ x); [|exact V]. apply O. left; reflexivity.
          * intros o Io. simpl in Io. apply in_app_or in Io as [Io|[<-|Io]].
            -- exists o. split; [simpl; apply in_or_app; auto | auto].
            -- exists q. split; [simpl; apply in_or_app; right; left; reflexivity|]. intro c. apply less_disjoint.
            -- exists o. split; [simpl; apply in_or_app; right; right; exact Io | auto].
        + subst y. destruct (IH (fun o Io => O o (or_intror Io)) before' E2) as (b0 & z0 & a0 & E0 & V0 & D0 & H0).
          exists (x :: b0), z0, a0. split; [simpl; rewrite E0; reflexivity|]. split; [exact V0|].
          split; [exact D0|]. intros o [<-|Io].
          * exists x. split; [left; reflexivity | auto].
          * destruct (H0 o Io) as (o0 & I0 & C0). exists o0. split; [right; exact I0 | exact C0]. }
    destruct K as (b0 & z0 & a0 & E0 & V0 & D0 & H0). destruct (B s b0 z0 a0 J E0 V0) as [Vb Ob]. split.
    + apply within_after. auto.
    + intros o Io. destruct (H0 o Io) as (o0 & I0 & C0). apply C0. apply Ob. exact I0.
Qed.

Lemma other_other p : other (other p) = p.
Proof. destruct p; reflexivity. Qed.

Lemma joint_play : forall b l, joint b l ->
  (forall p, (forall q, In q l -> loses false rs p q) -> loses false rs p b) /\
  (forall p before a after, l = before ++ a :: after -> wins false rs p a ->
    (forall q, In q (before ++ after) -> loses false rs (other p) q) -> wins false rs p b).
Proof.
  induction b as [b IH] using (well_founded_induction N.lt_wf_0). intros l J. split.
  - intros p H. apply loses_all; [discriminate|]. intros y Y. apply moves_board in Y as (r & I & W & ->).
    destruct (takes_rule p r I) as (K & _). destruct (proj1 J r K W) as (q & Q & V).
    apply in_split in Q as (before & after & ->).
    destruct (IH (N.ldiff b (clear r)) (move_less p r b I W) _ (joint_after b r before q after K J V)) as [_ Win].
    apply (Win (other p) before (N.ldiff q (clear r)) after eq_refl).
    + assert (L : loses false rs p q) by (apply H; apply in_or_app; right; left; reflexivity).
      inversion L as [? ? _ A]; subst. apply A. apply moves_board. eauto.
    + rewrite other_other. intros o O. apply H. apply in_app_or in O as [O|O]; apply in_or_app; simpl; auto.
  - intros p before a after -> W H. inversion W as [? ? y Y L|]; subst; [|discriminate].
    apply moves_board in Y as (r & I & V & ->). destruct (takes_rule p r I) as (K & _).
    destruct (proj2 J r before a after K eq_refl V) as [Wb _].
    apply wins_move with (N.ldiff b (clear r)); [apply moves_board; eauto|].
    destruct (IH (N.ldiff b (clear r)) (move_less p r b I Wb) _ (joint_after b r before a after K J V)) as [Lose _].
    apply Lose. intros q Q. apply in_app_or in Q as [Q|[<-|Q]]; [apply H; apply in_or_app; auto | exact L |
      apply H; apply in_or_app; auto].
Qed.

(* Parts are found by joining what a rule touches, and then looked over. *)
Definition join_part (parts : list N) (m : N) : list N :=
  let (touching, apart) := partition (fun q => negb (N.land q m =? 0)) parts in
  fold_left N.lor touching m :: apart.
Definition find_parts (b : N) : list N :=
  fold_left (fun parts r => if within (need r) b then join_part parts (N.land b (N.lor (need r) (clear r))) else parts)
    (left ++ right) [].
Fixpoint apart (seen l : list N) (rule : rule) : bool :=
  match l with
  | [] => true
  | q :: l =>
    (if within (need rule) q then forallb (fun o => N.land o (clear rule) =? 0) (seen ++ l) else true)
    && apart (seen ++ [q]) l rule
  end.
Definition looked_over (b : N) (l : list N) : bool :=
  forallb (fun r => Bool.eqb (within (need r) b) (existsb (within (need r)) l) && apart [] l r) (left ++ right).
Definition split_board (b : N) : list N :=
  let l := find_parts b in if looked_over b l then l else [b].

Lemma apart_spec r : forall l seen before q after, apart seen l r = true -> l = before ++ q :: after ->
  within (need r) q = true -> forall o, In o (seen ++ before ++ after) -> N.land o (clear r) = 0.
Proof.
  induction l as [|x l IH]; intros seen before q after H E W o O; [destruct before; discriminate|].
  simpl in H. apply andb_prop in H as [A B]. destruct before as [|y before]; simpl in E; injection E as <- E.
  - rewrite W, forallb_forall in A. apply N.eqb_eq. apply A. rewrite E. exact O.
  - apply (IH (seen ++ [x]) before q after B E W). rewrite <- app_assoc. exact O.
Qed.

Lemma looked_joint b l : looked_over b l = true -> joint b l.
Proof.
  unfold looked_over. rewrite forallb_forall. intro H. split.
  - intros r I W. specialize (H r I). apply andb_prop in H as [E _]. apply eqb_prop in E.
    rewrite W in E. symmetry in E. apply existsb_exists in E. exact E.
  - intros r before q after I E W. specialize (H r I). apply andb_prop in H as [F A]. apply eqb_prop in F. split.
    + rewrite F. apply existsb_exists. exists q. split; [rewrite E; apply in_or_app; right; left; reflexivity | exact W].
    + intros o O. apply (apart_spec r l [] before q after A E W). exact O.
Qed.

Lemma split_lose p b : (forall q, In q (split_board b) -> loses false rs p q) -> loses false rs p b.
Proof.
  unfold split_board. destruct (looked_over b (find_parts b)) eqn:E; [|apply (parts_lose_one rs)].
  apply (joint_play b _ (looked_joint b (find_parts b) E)).
Qed.
Lemma split_win p b before a after : split_board b = before ++ a :: after -> wins false rs p a ->
  (forall q, In q (before ++ after) -> loses false rs (other p) q) -> wins false rs p b.
Proof.
  unfold split_board. destruct (looked_over b (find_parts b)) eqn:E; [|apply (parts_win_one rs)].
  apply (joint_play b _ (looked_joint b (find_parts b) E)).
Qed.

(* A pairing sends digits to and fro. Where a board is its own image, and each rule that applies goes
   to one of the opponent that it does not hinder, who moves second answers every move by its image
   and wins. *)
Definition pairing (l : digits_to) : bool :=
  once l && forallb (fun d => existsb (fun e => (fst e =? snd d) && (snd e =? fst d)) l) l.
Definition answered (l : digits_to) (b : N) (from to : list rule) : bool :=
  forallb (fun r => if within (need r) b
    then let s := image_rule l r in existsb (same_rule s) to && (N.land (need s) (clear r) =? 0) else true) from.
Definition paired (l : digits_to) (b : N) : bool :=
  (image l b =? b) && answered l b left right && answered l b right left.

Lemma pairing_back l : pairing l = true -> once l = true /\ forall i j, In (i, j) l -> In (j, i) l.
Proof.
  unfold pairing. intro P. apply andb_prop in P as [O B]. split; [exact O|]. intros i j I.
  rewrite forallb_forall in B. specialize (B _ I). apply existsb_exists in B as ([a c] & J & E). simpl in E.
  apply andb_prop in E as [A C]. apply N.eqb_eq in A, C. subst. exact J.
Qed.

Lemma pair_after l b c : pairing l = true -> image l b = b ->
  image l (N.ldiff (N.ldiff b c) (image l c)) = N.ldiff (N.ldiff b c) (image l c).
Proof.
  intros P F. destruct (pairing_back l P) as [O B]. rewrite !(image_ldiff l O), F. apply N.bits_inj. intro j.
  rewrite !N.ldiff_spec. destruct (N.testbit b j) eqn:D; [|reflexivity]. simpl.
  assert (E : N.testbit (image l (image l c)) j = N.testbit c j).
  { apply eq_true_iff_eq. rewrite image_spec. rewrite <- F in D. apply image_spec in D as (i & I & _). split.
    - intros (k & K & H). apply image_spec in H as (a & A & H). apply B in K.
      rewrite (once_image l O _ _ _ A K) in H. exact H.
    - intro H. exists i. split; [exact I|]. apply image_spec. exists j. split; [apply B; exact I | exact H]. }
  rewrite E. apply andb_comm.
Qed.

Lemma paired_spec l b : paired l b = true -> image l b = b /\
  forall p r, In r (of_player p) -> within (need r) b = true ->
    In (image_rule l r) (of_player (other p)) /\ N.land (image l (need r)) (clear r) = 0.
Proof.
  unfold paired. intro H. apply andb_prop in H as [H R]. apply andb_prop in H as [F L].
  split; [apply N.eqb_eq; exact F|]. intros p r I W.
  assert (K : forall from to, answered l b from to = true -> In r from ->
    In (image_rule l r) to /\ N.land (image l (need r)) (clear r) = 0).
  { intros from to A J. unfold answered in A. rewrite forallb_forall in A. specialize (A r J). rewrite W in A.
    apply andb_prop in A as [A D]. apply existsb_exists in A as (s & T' & E). apply same_rule_eq in E. subst s.
    split; [exact T' | apply N.eqb_eq; exact D]. }
  destruct p; [apply (K left right L I) | apply (K right left R I)].
Qed.

Lemma paired_loses l : pairing l = true -> forall b, paired l b = true -> forall p, loses false rs p b.
Proof.
  intro P. destruct (pairing_back l P) as [O _].
  induction b as [b IH] using (well_founded_induction N.lt_wf_0). intros H p.
  destruct (paired_spec l b H) as [F A]. apply loses_all; [discriminate|].
  intros y Y. apply moves_board in Y as (r & I & W & ->). destruct (A p r I W) as [J D].
  assert (V : within (need (image_rule l r)) (N.ldiff b (clear r)) = true).
  { apply within_after. split; [|exact D]. rewrite <- F. apply (image_within l _ _ W). }
  apply wins_move with (N.ldiff (N.ldiff b (clear r)) (image l (clear r))).
  { apply moves_board. exists (image_rule l r). auto. }
  apply IH.
  - apply N.lt_trans with (N.ldiff b (clear r)); [|apply (move_less p); assumption].
    apply (move_less (other p) (image_rule l r)); assumption.
  - unfold paired. rewrite (pair_after l b _ P F), N.eqb_refl. simpl. apply andb_true_intro.
    assert (K : forall q, answered l (N.ldiff (N.ldiff b (clear r)) (image l (clear r))) (of_player q) (of_player (other q)) = true).
    { intro q. apply forallb_forall. intros s Is.
      destruct (within (need s) (N.ldiff (N.ldiff b (clear r)) (image l (clear r)))) eqn:Ws; [|reflexivity].
      apply within_after in Ws as [Ws _]. apply within_after in Ws as [Ws _]. destruct (A q s Is Ws) as [Js Ds].
      apply andb_true_intro. split; [|apply N.eqb_eq; exact Ds].
      apply existsb_exists. exists (image_rule l s). split; [exact Js|]. unfold same_rule. rewrite !N.eqb_refl. reflexivity. }
    split; [apply (K Left) | apply (K Right)].
Qed.

(* What is left when the parts that are paired with each other, or with themselves, go. *)
Definition cancel (l : digits_to) (b : N) : option N :=
  let parts := find_parts b in
  let here := fold_left N.lor (filter (fun q => existsb (N.eqb (image l q)) parts) parts) 0 in
  let left_over := N.ldiff b here in
  if looked_over b [here; left_over] && paired l here then Some left_over else None.

Lemma cancel_play l b c : pairing l = true -> cancel l b = Some c -> forall p,
  (wins false rs p c -> wins false rs p b) /\ (loses false rs p c -> loses false rs p b).
Proof.
  intros P C p. unfold cancel in C.
  set (here := fold_left N.lor (filter (fun q => existsb (N.eqb (image l q)) (find_parts b)) (find_parts b)) 0) in C.
  destruct (looked_over b [here; N.ldiff b here] && paired l here) eqn:E; [|discriminate].
  injection C as <-. apply andb_prop in E as [E H]. apply looked_joint in E. apply joint_play in E as E'.
  pose proof (paired_loses l P here H) as Z. destruct E' as [Lose Win']. split.
  - intro W. apply (Win' p [here] (N.ldiff b here) [] eq_refl W). intros q [<-|[]]. apply Z.
  - intro L. apply Lose. intros q [<-|[<-|[]]]; [apply Z | exact L].
Qed.

(* A script may name the image by a symmetry of the board, or in normal play what is left when parts
   cancel by a pairing. *)
Section Maps.
Variable maps : list (bool * digits_to).
Variable pairings : list digits_to.
Hypothesis S : symmetries (BoardGame left right) maps = true.
Hypothesis Q : forallb pairing pairings = true.
Definition board_another (misere : bool) (n : N) (p : player) (b : N) : option (player * N) :=
  let count := N.of_nat (List.length maps) in
  if n <? count then image_by maps n p b
  else if misere then None
  else match nth_error pairings (N.to_nat (n - count)) with
    | Some l => match cancel l b with Some c => Some (p, c) | None => None end
    | None => None
    end.
Lemma board_another_play m n p b q c : board_another m n p b = Some (q, c) ->
  (wins m rs q c -> wins m rs p b) /\ (loses m rs q c -> loses m rs p b).
Proof.
  unfold board_another. destruct (n <? N.of_nat (List.length maps)).
  - intro E. split; [apply (image_by_wins (BoardGame left right) maps S m n p b q c E)
      | apply (image_by_loses (BoardGame left right) maps S m n p b q c E)].
  - destruct m; [discriminate|]. destruct (nth_error pairings (N.to_nat (n - N.of_nat (List.length maps)))) as [l|] eqn:N; [|discriminate].
    destruct (cancel l b) as [d|] eqn:C; [|discriminate]. intro E. injection E as <- <-.
    rewrite forallb_forall in Q. apply (cancel_play l b d (Q l (nth_error_In _ _ N)) C p).
Qed.

Definition board_taking : method rs :=
  Method rs N.succ_pos number_key_once strip
    (fun m p b W => alike_play m p (strip b) W b (strip_alike b))
    (fun m p b L => alike_loses m p (strip b) b (strip_alike b) L)
    board_another (fun m n p b q c E => proj1 (board_another_play m n p b q c E))
    (fun m n p b q c E => proj2 (board_another_play m n p b q c E))
    split_board split_lose split_win.
End Maps.
End Taking.

Definition taking (g : board_game) : bool := takes (of_left g ++ of_right g).
Definition ready (g : board_game) (maps : list (bool * digits_to)) (pairings : list digits_to) : bool :=
  taking g && symmetries (BoardGame (of_left g) (of_right g)) maps && forallb pairing pairings.
Lemma ready_all g maps pairings : ready g maps pairings = true -> taking g = true /\
  symmetries (BoardGame (of_left g) (of_right g)) maps = true /\ forallb pairing pairings = true.
Proof. intro R. apply andb_prop in R as [R Q]. apply andb_prop in R as [T S]. auto. Qed.
Definition board_parts (g : board_game) (maps : list (bool * digits_to)) (pairings : list digits_to)
  (R : ready g maps pairings = true) : method (rules_of g) :=
  board_taking (of_left g) (of_right g) (proj1 (ready_all g maps pairings R)) maps pairings
    (proj1 (proj2 (ready_all g maps pairings R))) (proj2 (proj2 (ready_all g maps pairings R))).
