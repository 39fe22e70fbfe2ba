
(* ---- Sums as one board ---------------------------------------------------------------------------
   A sum of boards is played like a board with the digits of one beside those of the other; the
   negative of a board like the board whose players have changed their rules. *)

(* A board that is played like a position, and where it stands. *)
Record game_board (r : ruleset) (x : position r) := GameBoard {
  board : board_game;
  digits : N;
  as_on : position r -> N -> Prop;
  as_there : forall p y b z, as_on y b -> In z (moves r p y) -> exists c, In c (moves (rules_of board) p b) /\ as_on z c;
  as_back : forall p y b c, as_on y b -> In c (moves (rules_of board) p b) -> exists z, In z (moves r p y) /\ as_on z c;
  as_first : as_on x digits }.
Arguments board {r x}. Arguments digits {r x}. Arguments as_on {r x}. Arguments as_there {r x}.
Arguments as_back {r x}. Arguments as_first {r x}.

Lemma by_board misere r x (B : game_board r x) {l} :
  facts misere (rules_of (board B)) (digits B) l -> facts misere r x l.
Proof.
  intros F g p I. specialize (F g p I). unfold fact in *.
  destruct (is_win g);
    [apply (like_wins r (rules_of (board B)) false (as_on B)) with (q := p) (y := digits B)
    |apply (like_loses r (rules_of (board B)) false (as_on B)) with (q := p) (y := digits B)];
    first [exact F | exact (as_first B) | exact (fun q => as_there B q) | exact (fun q => as_back B q) | reflexivity].
Qed.

Definition itself (g : board_game) (b : N) : game_board (rules_of g) b.
Proof.
  refine (GameBoard (rules_of g) b g b eq _ _ eq_refl).
  - intros p y c z <- I. exists z. auto.
  - intros p y c z <- I. exists z. auto.
Defined.

Definition turned (g : board_game) : board_game := BoardGame (of_right g) (of_left g).
Lemma turned_moves g p b : moves (rules_of (turned g)) p b = moves (rules_of g) (other p) b.
Proof. destruct p; reflexivity. Qed.
Definition minus {r x} (B : game_board r x) : game_board (negative_rules r) x.
Proof.
  refine (GameBoard (negative_rules r) x (turned (board B)) (digits B) (as_on B) _ _ (as_first B)).
  - intros p y b z L I. rewrite turned_moves. exact (as_there B (other p) y b z L I).
  - intros p y b c L I. rewrite turned_moves in I. exact (as_back B (other p) y b c L I).
Defined.

(* Digits from n on. *)
Definition behind (n : N) (r : rule) : rule := Rule (N.shiftl (need r) n) (N.shiftl (clear r) n) (N.shiftl (put r) n).
Definition beside (n : N) (g h : board_game) : board_game :=
  BoardGame (of_left g ++ map (behind n) (of_left h)) (of_right g ++ map (behind n) (of_right h)).
Definition fits (n b : N) : bool := N.shiftr b n =? 0.
Definition rule_fits (n : N) (r : rule) : bool := fits n (need r) && fits n (clear r) && fits n (put r).
Definition apart_at (n : N) (g : board_game) (b : N) : bool := fits n b && forallb (rule_fits n) (of_left g ++ of_right g).
Definition both (n b c : N) : N := N.lor b (N.shiftl c n).

Lemma fits_bits n b : fits n b = true -> forall i, n <= i -> N.testbit b i = false.
Proof.
  unfold fits. intros E i L. apply N.eqb_eq in E. apply (f_equal (fun m => N.testbit m (i - n))) in E.
  rewrite N.shiftr_spec', N.bits_0, N.sub_add in E; assumption.
Qed.
Lemma bits_fit n b : (forall i, n <= i -> N.testbit b i = false) -> fits n b = true.
Proof.
  intro H. apply N.eqb_eq. apply N.bits_inj_0. intro i. rewrite N.shiftr_spec'. apply H. lia.
Qed.
Lemma both_low n b c i : i < n -> N.testbit (both n b c) i = N.testbit b i.
Proof. intro L. unfold both. rewrite N.lor_spec, N.shiftl_spec_low by exact L. apply orb_false_r. Qed.
Lemma both_high n b c i : fits n b = true -> n <= i -> N.testbit (both n b c) i = N.testbit c (i - n).
Proof. intros F L. unfold both. rewrite N.lor_spec, N.shiftl_spec_high', (fits_bits n b F) by exact L. reflexivity. Qed.

Lemma apply_low n r b c : rule_fits n r = true -> fits n b = true ->
  apply (both n b c) r = map (fun z => both n z c) (apply b r) /\ forall z, In z (apply b r) -> fits n z = true.
Proof.
  intros R F. apply andb_prop in R as [R P]. apply andb_prop in R as [W C]. unfold apply. split.
  - replace (N.land (both n b c) (need r)) with (N.land b (need r)).
    + destruct (N.land b (need r) =? need r); [|reflexivity]. simpl. f_equal. apply N.bits_inj. intro i.
      destruct (N.lt_ge_cases i n) as [L|L].
      * rewrite N.lor_spec, N.ldiff_spec, !both_low, N.lor_spec, N.ldiff_spec by exact L. reflexivity.
      * rewrite N.lor_spec, N.ldiff_spec, both_high, both_high, (fits_bits n _ C i L), (fits_bits n _ P i L); try exact L; try exact F.
        -- rewrite andb_true_r. apply orb_false_r.
        -- apply bits_fit. intros j J. rewrite N.lor_spec, N.ldiff_spec, (fits_bits n _ F j J), (fits_bits n _ P j J). reflexivity.
    + apply N.bits_inj. intro i. rewrite !N.land_spec. destruct (N.lt_ge_cases i n) as [L|L].
      * rewrite both_low by exact L. reflexivity.
      * rewrite (fits_bits n _ W i L), !andb_false_r. reflexivity.
  - intros z Z. destruct (N.land b (need r) =? need r); [|contradiction]. destruct Z as [<-|[]].
    apply bits_fit. intros j J. rewrite N.lor_spec, N.ldiff_spec, (fits_bits n _ F j J), (fits_bits n _ P j J). reflexivity.
Qed.

Lemma apply_high n r b c : fits n b = true -> apply (both n b c) (behind n r) = map (both n b) (apply c r).
Proof.
  intro F. unfold apply, behind; simpl.
  replace (N.land (both n b c) (N.shiftl (need r) n)) with (N.shiftl (N.land c (need r)) n).
  - destruct (N.eqb_spec (N.land c (need r)) (need r)) as [E|E].
    + rewrite E, N.eqb_refl. simpl. f_equal. apply N.bits_inj. intro i. destruct (N.lt_ge_cases i n) as [L|L].
      * rewrite N.lor_spec, N.ldiff_spec, !both_low, !N.shiftl_spec_low by exact L. rewrite andb_true_r. apply orb_false_r.
      * rewrite N.lor_spec, N.ldiff_spec, !both_high, !N.shiftl_spec_high', N.lor_spec, N.ldiff_spec by assumption. reflexivity.
    + destruct (N.eqb_spec (N.shiftl (N.land c (need r)) n) (N.shiftl (need r) n)) as [D|D]; [|reflexivity].
      exfalso. apply E. apply (f_equal (fun m => N.shiftr m n)) in D.
      rewrite !N.shiftr_shiftl_l, N.sub_diag, !N.shiftl_0_r in D by apply N.le_refl. exact D.
  - apply N.bits_inj. intro i. rewrite N.land_spec. destruct (N.lt_ge_cases i n) as [L|L].
    + rewrite !N.shiftl_spec_low by exact L. symmetry. apply andb_false_r.
    + rewrite both_high, !N.shiftl_spec_high', N.land_spec by assumption. reflexivity.
Qed.

Lemma beside_moves n g h p b c : apart_at n g b = true ->
  moves (rules_of (beside n g h)) p (both n b c) =
    map (fun z => both n z c) (moves (rules_of g) p b) ++ map (both n b) (moves (rules_of h) p c) /\
  forall z, In z (moves (rules_of g) p b) -> apart_at n g z = true.
Proof.
  unfold apart_at. intro A. apply andb_prop in A as [F R]. rewrite forallb_forall in R.
  assert (K : forall l m, (forall r, In r l -> rule_fits n r = true) ->
    flat_map (apply (both n b c)) (l ++ map (behind n) m) =
      map (fun z => both n z c) (flat_map (apply b) l) ++ map (both n b) (flat_map (apply c) m) /\
    forall z, In z (flat_map (apply b) l) -> fits n z = true).
  { intros l m H. split.
    - rewrite flat_map_app. f_equal.
      + induction l as [|r l IH]; [reflexivity|]. simpl. rewrite map_app, IH by (intros q Q; apply H; right; exact Q).
        f_equal. apply apply_low; [apply H; left; reflexivity | exact F].
      + induction m as [|r m IH]; [reflexivity|]. simpl. rewrite map_app, IH. f_equal. apply apply_high; exact F.
    - intros z Z. apply in_flat_map in Z as (r & I & Z). apply (proj2 (apply_low n r b c (H r I) F) z Z). }
  split.
  - destruct p; apply K; intros r I; apply R; apply in_or_app; auto.
  - intros z Z. apply andb_true_intro. split; [|apply forallb_forall; exact R].
    destruct p; [refine (proj2 (K (of_left g) [] _) z Z) | refine (proj2 (K (of_right g) [] _) z Z)];
      intros r I; apply R; apply in_or_app; auto.
Qed.

Definition sum_of (n : N) {r x s y} (A : game_board r x) (B : game_board s y)
  (S : apart_at n (board A) (digits A) = true) : game_board (sum_rules r s) (x, y).
Proof.
  refine (GameBoard (sum_rules r s) (x, y) (beside n (board A) (board B)) (both n (digits A) (digits B))
    (fun z b => exists c d, as_on A (fst z) c /\ as_on B (snd z) d /\ apart_at n (board A) c = true /\ b = both n c d) _ _ _).
  - intros p [a b] e z (c & d & La & Lb & F & ->) I. destruct (beside_moves n (board A) (board B) p c d F) as [M K].
    rewrite M. simpl in I. apply in_app_or in I as [I|I]; apply in_map_iff in I as (w & <- & I).
    + destruct (as_there A p a c w La I) as (v & V & L). exists (both n v d). split.
      * apply in_or_app; left. apply in_map with (f := fun z => both n z d). exact V.
      * exists v, d. auto.
    + destruct (as_there B p b d w Lb I) as (v & V & L). exists (both n c v). split.
      * apply in_or_app; right. apply in_map. exact V.
      * exists c, v. auto.
  - intros p [a b] e z (c & d & La & Lb & F & ->) I. destruct (beside_moves n (board A) (board B) p c d F) as [M K].
    rewrite M in I. apply in_app_or in I as [I|I]; apply in_map_iff in I as (w & <- & I).
    + destruct (as_back A p a c w La I) as (v & V & L). exists (v, b). split.
      * simpl. apply in_or_app; left. apply in_map with (f := fun z => (z, b)). exact V.
      * exists w, d. auto.
    + destruct (as_back B p b d w Lb I) as (v & V & L). exists (a, v). split.
      * simpl. apply in_or_app; right. apply in_map with (f := fun z => (a, z)). exact V.
      * exists c, w. auto.
  - exists (digits A), (digits B). split; [exact (as_first A)|]. split; [exact (as_first B)|]. auto.
Defined.
