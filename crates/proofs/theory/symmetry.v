
(* ---- Symmetries of boards ------------------------------------------------------------------------
   A map says for digits where they go. It is a symmetry if each rule of a player goes to one of his, or
   of his opponent where the players change places: then a position and its image have the same moves.
   Whether it is one is computed, once for a board. *)

Definition within (m b : N) : bool := N.land b m =? m.
Lemma within_bits m b : within m b = true <-> forall i, N.testbit m i = true -> N.testbit b i = true.
Proof.
  unfold within. rewrite N.eqb_eq. split; intro H.
  - intros i D. rewrite <- H in D. rewrite N.land_spec in D. apply andb_prop in D as [D _]. exact D.
  - apply N.bits_inj. intro i. rewrite N.land_spec. specialize (H i).
    destruct (N.testbit m i); [rewrite H by reflexivity|rewrite andb_false_r]; reflexivity.
Qed.

Definition digits_to := list (N * N).
Definition to_images (images : list N) : digits_to := combine (count (N.of_nat (List.length images))) images.
Definition image (l : digits_to) (b : N) : N :=
  fold_left (fun sum d => if N.testbit b (fst d) then N.lor sum (bit (snd d)) else sum) l 0.
Definition image_rule (l : digits_to) (r : rule) : rule := Rule (image l (need r)) (image l (clear r)) (image l (put r)).
Definition same_rule (r s : rule) : bool := (need r =? need s) && (clear r =? clear s) && (put r =? put s).

(* No digit is the image of two. *)
Definition once (l : digits_to) : bool :=
  forallb (fun d => forallb (fun e => negb (snd d =? snd e) || (fst d =? fst e)) l) l.
Definition domain (l : digits_to) : N := bits (map fst l).

Definition maps_to (l : digits_to) (from to : list rule) : bool :=
  let images := map (image_rule l) from in
  forallb (fun r => within (need r) (domain l)) from &&
  forallb (fun r => existsb (same_rule r) to) images && forallb (fun s => existsb (same_rule s) images) to.
Definition symmetry (g : board_game) (swap : bool) (l : digits_to) : bool :=
  once l && if swap
    then maps_to l (of_left g) (of_right g) && maps_to l (of_right g) (of_left g)
    else maps_to l (of_left g) (of_left g) && maps_to l (of_right g) (of_right g).

Lemma bit_spec i j : N.testbit (bit i) j = (i =? j).
Proof.
  unfold bit. rewrite N.shiftl_1_l. apply N.pow2_bits_eqb.
Qed.

Lemma image_spec l b j : N.testbit (image l b) j = true <-> exists i, In (i, j) l /\ N.testbit b i = true.
Proof.
  unfold image.
  assert (K : forall s, N.testbit (fold_left (fun sum d => if N.testbit b (fst d) then N.lor sum (bit (snd d)) else sum) l s) j = true
    <-> N.testbit s j = true \/ exists i, In (i, j) l /\ N.testbit b i = true).
  { induction l as [|[a c] l IH]; intro s; simpl.
    - split; [auto|]. intros [H|(i & [] & _)]. exact H.
    - rewrite IH. split.
      + intros [H|(i & I & B)]; [|right; exists i; auto]. destruct (N.testbit b a) eqn:A; [|auto].
        rewrite N.lor_spec, bit_spec in H. apply orb_prop in H as [H|H]; [auto|].
        apply N.eqb_eq in H as ->. right. exists a. auto.
      + intros [H|(i & [E|I] & B)]; [|injection E as -> ->; left|right; exists i; auto].
        * left. destruct (N.testbit b a); [rewrite N.lor_spec, H; reflexivity | exact H].
        * rewrite B, N.lor_spec, bit_spec, N.eqb_refl. apply orb_true_r. }
  rewrite K, N.bits_0. split; [intros [H|H]; [discriminate | exact H] | auto].
Qed.

Lemma same_rule_eq r s : same_rule r s = true -> r = s.
Proof.
  destruct r, s. unfold same_rule; simpl. intro E. apply andb_prop in E as [E C]. apply andb_prop in E as [A B].
  apply N.eqb_eq in A, B, C. subst. reflexivity.
Qed.

Lemma domain_bits l i : N.testbit (domain l) i = true -> exists j, In (i, j) l.
Proof.
  unfold domain, bits.
  assert (K : forall (m : list N) s, N.testbit (fold_left (fun sum i => N.lor sum (bit i)) m s) i = true ->
    N.testbit s i = true \/ In i m).
  { induction m as [|a m IH]; intros s H; simpl in *; [auto|]. apply IH in H as [H|H]; [|auto].
    rewrite N.lor_spec, bit_spec in H. apply orb_prop in H as [H|H]; [auto | apply N.eqb_eq in H; auto]. }
  intro H. apply K in H as [H|H]; [rewrite N.bits_0 in H; discriminate|].
  apply in_map_iff in H as ([a j] & E & I). simpl in E. subst. exists j. exact I.
Qed.

Section Image.
Variable l : digits_to.
Hypothesis O : once l = true.

Lemma once_image i k j : In (i, j) l -> In (k, j) l -> i = k.
Proof.
  intros I K. unfold once in O. rewrite forallb_forall in O. specialize (O _ I). rewrite forallb_forall in O.
  specialize (O _ K). simpl in O. rewrite N.eqb_refl in O. apply N.eqb_eq. exact O.
Qed.

Lemma image_ldiff b c : image l (N.ldiff b c) = N.ldiff (image l b) (image l c).
Proof.
  apply N.bits_inj. intro j. apply eq_true_iff_eq. rewrite N.ldiff_spec, andb_true_iff, negb_true_iff, !image_spec.
  rewrite <- not_true_iff_false, image_spec. split.
  - intros (i & I & B). rewrite N.ldiff_spec in B. apply andb_prop in B as [B C]. split; [exists i; auto|].
    intros (k & K & D). rewrite (once_image k i j K I) in D. rewrite D in C. discriminate.
  - intros [(i & I & B) C]. exists i. split; [exact I|]. rewrite N.ldiff_spec, B.
    destruct (N.testbit c i) eqn:D; [|reflexivity]. exfalso. apply C. exists i. auto.
Qed.

Lemma image_lor b c : image l (N.lor b c) = N.lor (image l b) (image l c).
Proof.
  apply N.bits_inj. intro j. apply eq_true_iff_eq. rewrite N.lor_spec, orb_true_iff, !image_spec. split.
  - intros (i & I & B). rewrite N.lor_spec in B. apply orb_prop in B as [B|B]; [left | right]; exists i; auto.
  - intros [(i & I & B)|(i & I & B)]; exists i; rewrite N.lor_spec, B; split; auto. apply orb_true_r.
Qed.

Lemma image_within m b : within m b = true -> within (image l m) (image l b) = true.
Proof.
  rewrite !within_bits. intros H j D. rewrite image_spec in *. destruct D as (i & I & D). exists i. auto.
Qed.
Lemma within_image m b : within m (domain l) = true -> within (image l m) (image l b) = true -> within m b = true.
Proof.
  rewrite !within_bits. intros A H i D. destruct (domain_bits l i (A i D)) as (j & I).
  assert (E : N.testbit (image l b) j = true) by (apply H; apply image_spec; exists i; auto).
  apply image_spec in E as (k & K & B). rewrite (once_image i k j I K). exact B.
Qed.

(* The moves of a player and those of who has the images of his rules. *)
Lemma moves_image from to : maps_to l from to = true ->
  (forall b y, In y (flat_map (apply b) from) -> In (image l y) (flat_map (apply (image l b)) to)) /\
  (forall b z, In z (flat_map (apply (image l b)) to) -> exists y, In y (flat_map (apply b) from) /\ z = image l y).
Proof.
  unfold maps_to. intro M. apply andb_prop in M as [M C]. apply andb_prop in M as [A B].
  rewrite forallb_forall in A, B, C. split.
  - intros b y Y. apply in_flat_map in Y as (r & I & Y). unfold apply in Y. fold (within (need r) b) in Y.
    destruct (within (need r) b) eqn:W; [|contradiction]. destruct Y as [<-|[]].
    specialize (B (image_rule l r) (in_map _ _ _ I)). apply existsb_exists in B as (s & J & E).
    apply same_rule_eq in E. subst s. apply in_flat_map. exists (image_rule l r). split; [exact J|].
    unfold apply. simpl. fold (within (image l (need r)) (image l b)). rewrite (image_within _ _ W).
    left. rewrite image_lor, image_ldiff. reflexivity.
  - intros b z Z. apply in_flat_map in Z as (s & J & Z). specialize (C s J). apply existsb_exists in C as (s' & I & E).
    apply same_rule_eq in E. subst s'. apply in_map_iff in I as (r & <- & I). unfold apply in Z. simpl in Z.
    fold (within (image l (need r)) (image l b)) in Z.
    destruct (within (image l (need r)) (image l b)) eqn:W; [|contradiction]. destruct Z as [<-|[]].
    exists (N.lor (N.ldiff b (clear r)) (put r)). split; [|rewrite image_lor, image_ldiff; reflexivity].
    apply in_flat_map. exists r. split; [exact I|]. unfold apply. fold (within (need r) b).
    rewrite (within_image _ _ (A r I) W). left; reflexivity.
Qed.
End Image.

Section Symmetric.
Variable g : board_game.
Variable swap : bool.
Variable l : digits_to.
Hypothesis S : symmetry g swap l = true.

Lemma symmetric_moves p : let side p := match p with Left => of_left g | Right => of_right g end in
  once l = true /\ maps_to l (side p) (side (turn swap p)) = true.
Proof.
  unfold symmetry in S. apply andb_prop in S as [O M]. split; [exact O|].
  destruct swap, p; apply andb_prop in M as [A B]; assumption.
Qed.

Lemma symmetric_wins m p b : wins m (rules_of g) (turn swap p) (image l b) -> wins m (rules_of g) p b.
Proof.
  intro W. apply (like_wins (rules_of g) (rules_of g) swap (fun x y => y = image l x)) with (q := turn swap p) (y := image l b); auto.
  - intros q x y a -> I. destruct (symmetric_moves q) as [O M]. exists (image l a). split; [|reflexivity].
    apply (proj1 (moves_image l O _ _ M) x a I).
  - intros q x y a -> I. destruct (symmetric_moves q) as [O M]. apply (proj2 (moves_image l O _ _ M) x a I).
Qed.
Lemma symmetric_loses m p b : loses m (rules_of g) (turn swap p) (image l b) -> loses m (rules_of g) p b.
Proof.
  intro W. apply (like_loses (rules_of g) (rules_of g) swap (fun x y => y = image l x)) with (q := turn swap p) (y := image l b); auto.
  - intros q x y a -> I. destruct (symmetric_moves q) as [O M]. exists (image l a). split; [|reflexivity].
    apply (proj1 (moves_image l O _ _ M) x a I).
  - intros q x y a -> I. destruct (symmetric_moves q) as [O M]. apply (proj2 (moves_image l O _ _ M) x a I).
Qed.
End Symmetric.

(* Images as other positions that a script may name. *)
Definition symmetries (g : board_game) (maps : list (bool * digits_to)) : bool :=
  forallb (fun m => symmetry g (fst m) (snd m)) maps.
Definition image_by (maps : list (bool * digits_to)) (n : N) (p : player) (b : N) : option (player * N) :=
  match nth_error maps (N.to_nat n) with Some (swap, l) => Some (turn swap p, image l b) | None => None end.
Section Images.
Variable g : board_game.
Variable maps : list (bool * digits_to).
Hypothesis S : symmetries g maps = true.
Lemma image_by_symmetry n p b q y : image_by maps n p b = Some (q, y) ->
  exists swap l, symmetry g swap l = true /\ q = turn swap p /\ y = image l b.
Proof.
  unfold image_by. destruct (nth_error maps (N.to_nat n)) as [[swap l]|] eqn:E; [|discriminate].
  intro H. injection H as <- <-. exists swap, l. split; [|auto].
  unfold symmetries in S. rewrite forallb_forall in S. apply (S (swap, l)). apply nth_error_In in E. exact E.
Qed.
Lemma image_by_wins (m : bool) n p b q y : image_by maps n p b = Some (q, y) -> wins m (rules_of g) q y -> wins m (rules_of g) p b.
Proof. intros E W. apply image_by_symmetry in E as (swap & l & E & -> & ->). apply (symmetric_wins g swap l E); exact W. Qed.
Lemma image_by_loses (m : bool) n p b q y : image_by maps n p b = Some (q, y) -> loses m (rules_of g) q y -> loses m (rules_of g) p b.
Proof. intros E W. apply image_by_symmetry in E as (swap & l & E & -> & ->). apply (symmetric_loses g swap l E); exact W. Qed.
Definition board_images : method (rules_of g) :=
  Method (rules_of g) N.succ_pos number_key_once (fun x => x) (fun _ _ _ W => W) (fun _ _ _ L => L)
    (fun _ => image_by maps) image_by_wins image_by_loses (fun x => [x]) (parts_lose_one _) (parts_win_one _).
End Images.
