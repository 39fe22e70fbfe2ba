
(* ---- Claims --------------------------------------------------------------------------------------
   What is to be shown of a position, from a script. *)

Definition facts (misere : bool) (r : ruleset) (x : position r) (l : list (goal * player)) : Prop :=
  forall g p, In (g, p) l -> fact misere r (is_win g) p x.
Lemma by_script misere r how x fuel t {l} :
  check misere r how fuel (map (fun g => (fst g, snd g, x)) l) t = true -> facts misere r x l.
Proof.
  intros C g p I. eapply check_sound; [exact C|]. apply in_map_iff. exists (g, p). split; [reflexivity | exact I].
Qed.

(* Claims about two games, by play on their difference. *)
Section Compare.
Variable r s : ruleset.
Variable x : position r.
Variable y : position s.
Let F := facts false (difference r s) (x, y).
Lemma compare_equal : F [(Lose, Left); (Lose, Right)] -> equal (At r x) (At s y).
Proof.
  intro H. split.
  - apply (le_by_play r s Left (x, y)). apply (H Lose Left). simpl; auto.
  - apply (le_by_play r s Right (x, y)). apply (H Lose Right). simpl; auto.
Qed.
Lemma compare_le : F [(Lose, Left)] -> le (At r x) (At s y).
Proof. intro H. apply (le_by_play r s Left (x, y)). apply (H Lose Left). simpl; auto. Qed.
Lemma compare_ge : F [(Lose, Right)] -> le (At s y) (At r x).
Proof. intro H. apply (le_by_play r s Right (x, y)). apply (H Lose Right). simpl; auto. Qed.
Lemma compare_nle : F [(Win, Left)] -> nle (At r x) (At s y).
Proof. intro H. apply (nle_by_play r s Left (x, y)). apply (H Win Left). simpl; auto. Qed.
Lemma compare_nge : F [(Win, Right)] -> nle (At s y) (At r x).
Proof. intro H. apply (nle_by_play r s Right (x, y)). apply (H Win Right). simpl; auto. Qed.
Lemma compare_less : F [(Lose, Left); (Win, Right)] -> less (At r x) (At s y).
Proof.
  intro H. split.
  - apply (le_by_play r s Left (x, y)). apply (H Lose Left). simpl; auto.
  - apply (nle_by_play r s Right (x, y)). apply (H Win Right). simpl; auto.
Qed.
Lemma compare_greater : F [(Lose, Right); (Win, Left)] -> less (At s y) (At r x).
Proof.
  intro H. split.
  - apply (le_by_play r s Right (x, y)). apply (H Lose Right). simpl; auto.
  - apply (nle_by_play r s Left (x, y)). apply (H Win Left). simpl; auto.
Qed.
Lemma compare_confused : F [(Win, Left); (Win, Right)] -> confused (At r x) (At s y).
Proof.
  intro H. split.
  - apply (nle_by_play r s Left (x, y)). apply (H Win Left). simpl; auto.
  - apply (nle_by_play r s Right (x, y)). apply (H Win Right). simpl; auto.
Qed.
End Compare.

(* Claims about a game and 0, by play on the game alone. *)
Lemma zero_by_play r : forall p x, loses false r p x ->
  match p with Left => le (At r x) zero | Right => le zero (At r x) end.
Proof.
  apply (loses_min false r
    (fun p x => match p with Left => nle (At r x) zero | Right => nle zero (At r x) end)
    (fun p x => match p with Left => le (At r x) zero | Right => le zero (At r x) end)).
  - intros [|] x y I _ H; simpl in H;
      [apply nle_left with (At r y) | apply nle_right with (At r y)]; try exact H; apply in_map; exact I.
  - discriminate.
  - intros [|] x _ _ H; simpl in H; constructor; intros A I;
      solve [contradiction | apply in_map_iff in I as (a & <- & I); apply H; exact I].
Qed.
Lemma not_zero_by_play r p x : wins false r p x ->
  match p with Left => nle (At r x) zero | Right => nle zero (At r x) end.
Proof.
  intro W. inversion W as [? ? y I L|]; subst; [|discriminate]. apply zero_by_play in L.
  destruct p; simpl in L; [apply nle_left with (At r y) | apply nle_right with (At r y)]; try exact L;
    apply in_map; exact I.
Qed.
Section Zero.
Variable r : ruleset.
Variable x : position r.
Let F := facts false r x.
Lemma zero_equal : F [(Lose, Left); (Lose, Right)] -> equal (At r x) zero.
Proof.
  intro H. split.
  - apply (zero_by_play r Left x). apply (H Lose Left). simpl; auto.
  - apply (zero_by_play r Right x). apply (H Lose Right). simpl; auto.
Qed.
Lemma zero_le : F [(Lose, Left)] -> le (At r x) zero.
Proof. intro H. apply (zero_by_play r Left x). apply (H Lose Left). simpl; auto. Qed.
Lemma zero_ge : F [(Lose, Right)] -> le zero (At r x).
Proof. intro H. apply (zero_by_play r Right x). apply (H Lose Right). simpl; auto. Qed.
Lemma zero_nle : F [(Win, Left)] -> nle (At r x) zero.
Proof. intro H. apply (not_zero_by_play r Left x). apply (H Win Left). simpl; auto. Qed.
Lemma zero_nge : F [(Win, Right)] -> nle zero (At r x).
Proof. intro H. apply (not_zero_by_play r Right x). apply (H Win Right). simpl; auto. Qed.
Lemma zero_less : F [(Lose, Left); (Win, Right)] -> less (At r x) zero.
Proof.
  intro H. split.
  - apply (zero_by_play r Left x). apply (H Lose Left). simpl; auto.
  - apply (not_zero_by_play r Right x). apply (H Win Right). simpl; auto.
Qed.
Lemma zero_greater : F [(Lose, Right); (Win, Left)] -> less zero (At r x).
Proof.
  intro H. split.
  - apply (zero_by_play r Right x). apply (H Lose Right). simpl; auto.
  - apply (not_zero_by_play r Left x). apply (H Win Left). simpl; auto.
Qed.
Lemma zero_confused : F [(Win, Left); (Win, Right)] -> confused (At r x) zero.
Proof.
  intro H. split.
  - apply (not_zero_by_play r Left x). apply (H Win Left). simpl; auto.
  - apply (not_zero_by_play r Right x). apply (H Win Right). simpl; auto.
Qed.

(* Outcomes. *)
Variable misere : bool.
Let O := facts misere r x.
Lemma check_N : O [(Win, Left); (Win, Right)] -> outcome_N misere (At r x).
Proof. intro H. split; [apply (H Win) | apply (H Win)]; simpl; auto. Qed.
Lemma check_P : O [(Lose, Left); (Lose, Right)] -> outcome_P misere (At r x).
Proof. intro H. split; [apply (H Lose) | apply (H Lose)]; simpl; auto. Qed.
Lemma check_L : O [(Win, Left); (Lose, Right)] -> outcome_L misere (At r x).
Proof. intro H. split; [apply (H Win) | apply (H Lose)]; simpl; auto. Qed.
Lemma check_R : O [(Lose, Left); (Win, Right)] -> outcome_R misere (At r x).
Proof. intro H. split; [apply (H Lose) | apply (H Win)]; simpl; auto. Qed.
End Zero.
