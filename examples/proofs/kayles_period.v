From Coq Require Import Strings.Ascii Strings.String Strings.Byte Arith NArith List FMapPositive Bool Lia.
Import ListNotations.
Open Scope N_scope.

(* 0, 1, ..., n - 1. *)
Definition count (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

(* ---- Games ---------------------------------------------------------------------------------
   What the theorem speaks of. Read this part: the rest is checked by the kernel.

   A ruleset says what a position is and which positions each player may move to; a game is a
   position of a ruleset. *)

Inductive player := Left | Right.
Definition other (p : player) : player := match p with Left => Right | Right => Left end.

Record ruleset := Ruleset { position : Type; moves : player -> position -> list position }.
Record game := At { rules : ruleset; place : position rules }.
Definition options (p : player) (G : game) : list game := map (At (rules G)) (moves (rules G) p (place G)).

(* Conway's order. [le G H] is "G <= H": no Left option of G is >= H, no Right option of H is <= G.
   [nle G H] is "not G <= H". Both have to come to an end: they are the least relations with these
   rules. *)
Inductive le : game -> game -> Prop :=
| le_intro G H :
    (forall A, In A (options Left G) -> nle H A) ->
    (forall B, In B (options Right H) -> nle B G) -> le G H
with nle : game -> game -> Prop :=
| nle_left G H A : In A (options Left G) -> le H A -> nle G H
| nle_right G H B : In B (options Right H) -> le B G -> nle G H.

Definition equal G H := le G H /\ le H G.
Definition less G H := le G H /\ nle H G.
Definition confused G H := nle G H /\ nle H G.

(* A sum: a move is a move in one of the two. The negative: the players change places. *)
Definition sum_rules (r s : ruleset) : ruleset :=
  Ruleset (position r * position s) (fun p x =>
    map (fun a => (a, snd x)) (moves r p (fst x)) ++ map (fun b => (fst x, b)) (moves s p (snd x))).
Definition plus (G H : game) : game := At (sum_rules (rules G) (rules H)) (place G, place H).
Definition negative_rules (r : ruleset) : ruleset :=
  Ruleset (position r) (fun p x => moves r (other p) x).
Definition negative (G : game) : game := At (negative_rules (rules G)) (place G).

(* Who wins. [wins misere r p x]: the player p, who moves first from x, wins. In normal play who
   cannot move loses; in misere play (misere = true) who cannot move wins. *)
Inductive wins (misere : bool) (r : ruleset) : player -> position r -> Prop :=
| wins_move p x y : In y (moves r p x) -> loses misere r (other p) y -> wins misere r p x
| wins_stuck p x : misere = true -> moves r p x = [] -> wins misere r p x
with loses (misere : bool) (r : ruleset) : player -> position r -> Prop :=
| loses_all p x :
    (misere = true -> moves r p x <> []) ->
    (forall y, In y (moves r p x) -> wins misere r (other p) y) -> loses misere r p x.

Definition first_wins misere p G := wins misere (rules G) p (place G).
Definition first_loses misere p G := loses misere (rules G) p (place G).

(* The four outcomes: N (the first player wins), P (the second), L (Left), R (Right). *)
Definition outcome_N misere G := first_wins misere Left G /\ first_wins misere Right G.
Definition outcome_P misere G := first_loses misere Left G /\ first_loses misere Right G.
Definition outcome_L misere G := first_wins misere Left G /\ first_loses misere Right G.
Definition outcome_R misere G := first_loses misere Left G /\ first_wins misere Right G.

(* A game in canonical form: neither it nor anything that can be reached from it has a dominated option
   (no option of a player is <= another one of his, except itself) or a reversible one (no answer of
   Right to an option of Left is <= the game, no answer of Left to one of Right is >= it). *)
Inductive reached (G : game) : game -> Prop :=
| reached_self : reached G G
| reached_next p H K : reached G H -> In K (options p H) -> reached G K.
Definition canonical (G : game) : Prop := forall H, reached G H ->
  (forall p A B, In A (options p H) -> In B (options p H) -> A <> B -> nle A B) /\
  (forall A B, In A (options Left H) -> In B (options Right A) -> nle B H) /\
  (forall A B, In A (options Right H) -> In B (options Left A) -> nle H B).

(* ---- What makes the definitions trustworthy -------------------------------------------------- *)

Scheme le_min := Minimality for le Sort Prop with nle_min := Minimality for nle Sort Prop.
Scheme wins_min := Minimality for wins Sort Prop with loses_min := Minimality for loses Sort Prop.

(* Never both "G <= H" and "not G <= H". *)
Theorem le_not_nle : forall G H, le G H -> ~ nle G H.
Proof.
  apply (le_min (fun G H => ~ nle G H) (fun G H => ~ le G H)).
  - intros G H _ HA _ HB N. inversion N as [? ? A I L|? ? B I L]; subst; [exact (HA A I L) | exact (HB B I L)].
  - intros G H A I _ N L. inversion L as [? ? HA HB]; subst. exact (N (HA A I)).
  - intros G H B I _ N L. inversion L as [? ? HA HB]; subst. exact (N (HB B I)).
Qed.

(* Nobody both wins and loses. *)
Theorem wins_not_loses misere r : forall p x, wins misere r p x -> ~ loses misere r p x.
Proof.
  apply (wins_min misere r (fun p x => ~ loses misere r p x) (fun p x => ~ wins misere r p x)).
  - intros p x y I _ IH L. destruct L as [p x S A]. exact (IH (A y I)).
  - intros p x M E L. destruct L as [p x S A]. exact (S M E).
  - intros p x S _ IH W. destruct W as [p x y I L | p x M E]; [exact (IH y I L) | exact (S M E)].
Qed.

(* ---- From play to the order ------------------------------------------------------------------
   Left, moving first, loses G - H exactly when G <= H; here the half that proofs need. *)

Definition difference (r s : ruleset) := sum_rules r (negative_rules s).

(* A move in either part, one of whose players is the wrong one. *)
Ltac by_move I H := apply in_map_iff in I as (a & <- & I);
  first [ solve [eapply nle_left; [apply in_map; exact I | exact H]]
        | solve [eapply nle_right; [apply in_map; exact I | exact H]] ].

Lemma le_by_play r s : forall p (x : position (difference r s)), loses false (difference r s) p x ->
  match p with Left => le (At r (fst x)) (At s (snd x)) | Right => le (At s (snd x)) (At r (fst x)) end.
Proof.
  apply (loses_min false (difference r s)
    (fun p x => match p with
      | Left => nle (At r (fst x)) (At s (snd x)) | Right => nle (At s (snd x)) (At r (fst x)) end)
    (fun p x => match p with
      | Left => le (At r (fst x)) (At s (snd x)) | Right => le (At s (snd x)) (At r (fst x)) end)).
  - intros p [x y] z I _ H. unfold difference in *; simpl in I. apply in_app_or in I.
    destruct p; simpl in *; destruct I as [I|I]; by_move I H.
  - discriminate.
  - intros p [x y] _ _ H. unfold difference in *.
    assert (K : forall z, In z (map (fun a => (a, y)) (moves r p x) ++
      map (fun b => (x, b)) (moves s (other p) y)) -> match other p with
      | Left => nle (At r (fst z)) (At s (snd z)) | Right => nle (At s (snd z)) (At r (fst z)) end)
      by (intros z I; apply (H z); exact I).
    destruct p; simpl in *; constructor; unfold options; simpl; intros A I;
      apply in_map_iff in I as (a & <- & I).
    + apply (K (a, y)). apply in_or_app; left. apply in_map with (f := fun a => (a, y)); exact I.
    + apply (K (x, a)). apply in_or_app; right. apply in_map with (f := fun b => (x, b)); exact I.
    + apply (K (x, a)). apply in_or_app; right. apply in_map with (f := fun b => (x, b)); exact I.
    + apply (K (a, y)). apply in_or_app; left. apply in_map with (f := fun a => (a, y)); exact I.
Qed.

Lemma nle_by_play r s p (x : position (difference r s)) : wins false (difference r s) p x ->
  match p with Left => nle (At r (fst x)) (At s (snd x)) | Right => nle (At s (snd x)) (At r (fst x)) end.
Proof.
  destruct x as [x y]. intro W. inversion W as [p' z q I L E1 E2 | ? ? E]; [subst | discriminate].
  apply le_by_play in L. unfold difference in I; simpl in I. apply in_app_or in I.
  destruct p; simpl in *; destruct I as [I|I]; by_move I L.
Qed.

(* ---- Heaps ---------------------------------------------------------------------------------------
   A position is a list of heaps; a move changes one of them as the rules of one heap say. *)

Fixpoint heap_moves (one : N -> list (list N)) (heaps : list N) : list (list N) :=
  match heaps with
  | [] => []
  | n :: rest => map (fun new => new ++ rest) (one n) ++ map (cons n) (heap_moves one rest)
  end.
Definition heap_rules (one : N -> list (list N)) : ruleset := Ruleset (list N) (fun _ heaps => heap_moves one heaps).
Definition heaps (one : N -> list (list N)) (l : list N) : game := At (heap_rules one) l.

(* Nim: any number is taken from a heap. *)
Definition nim (n : N) : list (list N) := map (fun m => [m]) (count n).
Definition nimber (n : N) : game := heaps nim [n].

(* Subtraction: a number of the set is taken. *)
Definition subtraction (set : list N) (n : N) : list (list N) :=
  flat_map (fun k => if k <=? n then [[n - k]] else []) set.

(* An octal game: the k-th digit says when k may be taken, 1: if nothing is left of the heap, 2: if one
   heap is left, 4: if what is left is parted into two heaps. *)
Definition octal_digit (n k digit : N) : list (list N) :=
  if k <=? n then
    let left := n - k in
    (if N.testbit digit 0 && (left =? 0) then [[]] else []) ++
    (if N.testbit digit 1 && negb (left =? 0) then [[left]] else []) ++
    (if N.testbit digit 2 then map (fun a => [a + 1; left - (a + 1)]) (count (left / 2)) else [])
  else [].
Fixpoint octal_from (k : N) (digits : list N) (n : N) : list (list N) :=
  match digits with [] => [] | d :: digits => octal_digit n k d ++ octal_from (k + 1) digits n end.
Definition octal (digits : list N) (n : N) : list (list N) := octal_from 0 digits n.

(* ---- Nim sequences ---------------------------------------------------------------------------------
   The Grundy value of heaps is the least number that is not the value of an option. *)

Inductive grundy (one : N -> list (list N)) : list N -> N -> Prop :=
| mex l n :
    (forall m, m < n -> exists k, In k (heap_moves one l) /\ grundy one k m) ->
    (forall k, In k (heap_moves one l) -> exists m, grundy one k m /\ m <> n) -> grundy one l n.

(* [g] is the nim sequence: the heap n has the value g n. From n0 on it repeats after p, which is the
   least such number, and not from n0 - 1 on. *)
Definition nim_sequence one (g : N -> N) := forall n, grundy one [n] (g n).
Definition repeats (g : N -> N) (n0 p : N) := forall n, n0 <= n -> g (n + p) = g n.
Definition least_period (g : N -> N) (n0 p : N) :=
  0 < p /\ repeats g n0 p /\ (forall q, 0 < q < p -> ~ repeats g n0 q) /\
  (n0 = 0 \/ g (n0 - 1 + p) <> g (n0 - 1)).

(* A sequence by its first values, which repeats from n0 on. *)
Definition same_as (n0 p n : N) : N := if n <? n0 then n else n0 + (n - n0) mod p.
Definition sequence (n0 p : N) (values : FMapPositive.PositiveMap.t N) (n : N) : N :=
  match FMapPositive.PositiveMap.find (N.succ_pos (same_as n0 p n)) values with Some v => v | None => 0 end.
Fixpoint values_from (n : positive) (l : list N) : FMapPositive.PositiveMap.t N :=
  match l with
  | [] => FMapPositive.PositiveMap.empty N
  | v :: l => FMapPositive.PositiveMap.add n v (values_from (Pos.succ n) l)
  end.
Definition values_of (l : list N) := values_from 1 l.

(* ---- Sums of heaps: the values are added without carrying (Sprague 1936, Grundy 1939) ------------- *)

Section Induction.
Variable one : N -> list (list N).
Variable P : list N -> N -> Prop.
Hypothesis H : forall l n,
  (forall m, m < n -> exists k, In k (heap_moves one l) /\ grundy one k m /\ P k m) ->
  (forall k, In k (heap_moves one l) -> exists m, (grundy one k m /\ P k m) /\ m <> n) -> P l n.
Fixpoint grundy_induction l n (g : grundy one l n) : P l n :=
  match g with
  | mex _ l n low others => H l n
      (fun m q => match low m q with
        | ex_intro _ k (conj i gk) => ex_intro _ k (conj i (conj gk (grundy_induction k m gk))) end)
      (fun k i => match others k i with
        | ex_intro _ m (conj gk d) => ex_intro _ m (conj (conj gk (grundy_induction k m gk)) d) end)
  end.
End Induction.

Lemma grundy_inv one l n : grundy one l n ->
  (forall m, m < n -> exists k, In k (heap_moves one l) /\ grundy one k m) /\
  (forall k, In k (heap_moves one l) -> exists m, grundy one k m /\ m <> n).
Proof. intro G. inversion G; subst. split; assumption. Qed.

Theorem grundy_once one : forall l n, grundy one l n -> forall m, grundy one l m -> n = m.
Proof.
  apply (grundy_induction one (fun l n => forall m, grundy one l m -> n = m)).
  intros l n Low Others m G. apply grundy_inv in G as [Low' Others'].
  destruct (N.lt_total n m) as [Q|[Q|Q]]; [|exact Q|]; exfalso.
  - destruct (Low' n Q) as (k & I & K). destruct (Others k I) as (j & (_ & U) & D). apply D. exact (U n K).
  - destruct (Low m Q) as (k & I & K & U). destruct (Others' k I) as (j & J & D). apply D. symmetry. exact (U j J).
Qed.

Lemma heap_moves_app one l l' : heap_moves one (l ++ l') =
  map (fun k => k ++ l') (heap_moves one l) ++ map (fun k => l ++ k) (heap_moves one l').
Proof.
  induction l as [|n l IH]; simpl; [symmetry; apply map_id|].
  rewrite IH, !map_app, !map_map, app_assoc. f_equal. f_equal.
  apply map_ext. intro a. apply app_assoc.
Qed.

(* What is below a sum is reached by making one of the two smaller. *)
Lemma nim_sum_less : forall a b m, m < N.lxor a b ->
  (exists a', a' < a /\ N.lxor a' b = m) \/ (exists b', b' < b /\ N.lxor a b' = m).
Proof.
  assert (D : forall n, n = N.div2 n * 2 + N.b2n (N.odd n)).
  { intro n. rewrite N.mul_comm. apply N.div2_odd. }
  assert (X : forall x y, N.lxor x y = N.lxor (N.div2 x) (N.div2 y) * 2 + N.b2n (xorb (N.odd x) (N.odd y))).
  { intros x y. rewrite (D (N.lxor x y)). rewrite <- !N.bit0_odd, N.lxor_spec. f_equal.
    f_equal. rewrite !N.div2_spec. apply N.shiftr_lxor. }
  assert (Build : forall x y h e, N.lxor (N.div2 x) h = N.div2 y -> xorb (N.odd x) e = N.odd y ->
    N.lxor x (h * 2 + N.b2n e) = y).
  { intros x y h e A B. rewrite X. rewrite (D y), <- A, <- B.
    assert (Eh : N.div2 (h * 2 + N.b2n e) = h) by (rewrite N.mul_comm; destruct e; simpl N.b2n;
      [apply N.div2_succ_double || (rewrite <- N.succ_double_spec; apply N.div2_succ_double)
      | rewrite N.add_0_r, <- N.double_spec; apply N.div2_double]).
    assert (Ee : N.odd (h * 2 + N.b2n e) = e) by (rewrite N.mul_comm; destruct e; simpl N.b2n;
      [rewrite N.add_1_r, N.odd_succ, N.even_mul; reflexivity | rewrite N.add_0_r, N.odd_mul; reflexivity]).
    rewrite Eh, Ee. reflexivity. }
  induction a as [a IH] using (well_founded_induction N.lt_wf_0). intros b m Q.
  destruct (N.eq_dec a 0) as [->|Za].
  { right. exists m. rewrite N.lxor_0_l in *. split; [exact Q | apply N.lxor_0_l]. }
  assert (Half : N.div2 a < a) by (pose proof (D a); destruct (N.odd a); simpl N.b2n in *; lia).
  rewrite X, (D m) in Q.
  set (s := N.lxor (N.div2 a) (N.div2 b)) in *.
  destruct (N.lt_ge_cases (N.div2 m) s) as [L|L].
  - destruct (IH (N.div2 a) Half (N.div2 b) (N.div2 m) L) as [(h & S & E)|(h & S & E)].
    + left. exists (h * 2 + N.b2n (xorb (N.odd b) (N.odd m))). split.
      * rewrite (D a). destruct (xorb (N.odd b) (N.odd m)), (N.odd a); simpl; lia.
      * rewrite N.lxor_comm. apply Build; [rewrite N.lxor_comm; exact E|].
        destruct (N.odd b), (N.odd m); reflexivity.
    + right. exists (h * 2 + N.b2n (xorb (N.odd a) (N.odd m))). split.
      * rewrite (D b). destruct (xorb (N.odd a) (N.odd m)), (N.odd b); simpl; lia.
      * apply Build; [exact E|]. destruct (N.odd a), (N.odd m); reflexivity.
  - assert (E : N.div2 m = s) by (destruct (xorb (N.odd a) (N.odd b)), (N.odd m); simpl in Q; lia).
    assert (M0 : N.odd m = false) by (destruct (N.odd m), (xorb (N.odd a) (N.odd b)); simpl in Q; auto; lia).
    assert (M1 : xorb (N.odd a) (N.odd b) = true) by (destruct (xorb (N.odd a) (N.odd b)); auto; rewrite M0 in Q; simpl in Q; lia).
    destruct (N.odd a) eqn:Oa.
    + left. exists (N.div2 a * 2 + N.b2n false). split.
      * rewrite (D a) at 2. rewrite Oa. simpl. lia.
      * rewrite N.lxor_comm. apply Build; [rewrite N.lxor_comm; symmetry; exact E|].
        rewrite M0. destruct (N.odd b); [discriminate M1 | reflexivity].
    + right. exists (N.div2 b * 2 + N.b2n false). split.
      * rewrite (D b) at 2. destruct (N.odd b); [simpl; lia | discriminate M1].
      * apply Build; [symmetry; exact E|]. rewrite M0, Oa. reflexivity.
Qed.

Theorem grundy_sum one : forall l a, grundy one l a -> forall l' b, grundy one l' b ->
  grundy one (l ++ l') (N.lxor a b).
Proof.
  apply (grundy_induction one (fun l a => forall l' b, grundy one l' b -> grundy one (l ++ l') (N.lxor a b))).
  intros l a Low Others.
  apply (grundy_induction one (fun l' b => grundy one (l ++ l') (N.lxor a b))).
  intros l' b Low' Others'.
  assert (G : grundy one l' b).
  { constructor.
    - intros m Q. destruct (Low' m Q) as (k & I & K & _). eauto.
    - intros k I. destruct (Others' k I) as (m & (K & _) & D). eauto. }
  constructor.
  - intros m Q. apply nim_sum_less in Q as [(a' & Q & <-)|(b' & Q & <-)].
    + destruct (Low a' Q) as (k & I & _ & S). exists (k ++ l'). split; [|exact (S l' b G)].
      rewrite heap_moves_app. apply in_or_app; left. apply in_map_iff. exists k. auto.
    + destruct (Low' b' Q) as (k & I & _ & S). exists (l ++ k). split; [|exact S].
      rewrite heap_moves_app. apply in_or_app; right. apply in_map_iff. exists k. auto.
  - intros k I. rewrite heap_moves_app in I. apply in_app_or in I as [I|I]; apply in_map_iff in I as (x & <- & I).
    + destruct (Others x I) as (m & (_ & S) & D). exists (N.lxor m b). split; [exact (S l' b G)|].
      intro E. apply D. apply (f_equal (fun n => N.lxor n b)) in E.
      rewrite !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_r in E. exact E.
    + destruct (Others' x I) as (m & (_ & S) & D). exists (N.lxor a m). split; [exact S|].
      intro E. apply D. apply (f_equal (fun n => N.lxor a n)) in E.
      rewrite <- !N.lxor_assoc, N.lxor_nilpotent, !N.lxor_0_l in E. exact E.
Qed.

(* ---- Octal games: the theorem of Guy and Smith (1956) ---------------------------------------------- *)

Section Octal.
Variable digits : list N.
Variable g : N -> N.
Definition total (heaps : list N) : N := fold_right (fun h sum => N.lxor (g h) sum) 0 heaps.
Definition option_values (n : N) : list N := map total (octal digits n).
Definition is_mex (n : N) : Prop :=
  (forall m, m < g n -> In m (option_values n)) /\ ~ In (g n) (option_values n).

Definition digit_ok : bool := match digits with [] => true | d :: _ => (d =? 0) || (d =? 4) end.

Definition digit_at (k : N) : N := nth (N.to_nat k) digits 0.

(* The values of options, without their order. *)
Lemma octal_values_from : forall ds k0 n m, In m (map total (octal_from k0 ds n)) <->
  exists i left, (i < List.length ds)%nat /\ k0 + N.of_nat i + left = n /\
    let d := nth i ds 0 in
    (N.testbit d 0 = true /\ left = 0 /\ m = 0) \/
    (N.testbit d 1 = true /\ left <> 0 /\ m = g left) \/
    (N.testbit d 2 = true /\ exists a b, 0 < a /\ 0 < b /\ a + b = left /\ m = N.lxor (g a) (g b)).
Proof.
  induction ds as [|d ds IH]; intros k0 n m; simpl octal_from.
  - split; [contradiction|]. intros (i & left & Q & _). simpl in Q. lia.
  - rewrite map_app, in_app_iff, IH. split.
    + intros [I|(i & left & Q & E & C)].
      * unfold octal_digit in I. destruct (N.leb_spec k0 n) as [L|L]; [|contradiction].
        exists O, (n - k0). split; [simpl; lia|]. split; [simpl N.of_nat; lia|]. simpl nth. cbv zeta in I.
        rewrite !map_app, !in_app_iff in I. destruct I as [I|[I|I]].
        -- destruct (N.testbit d 0) eqn:T; [|contradiction]. destruct (N.eqb_spec (n - k0) 0) as [Z|Z]; [|contradiction].
           simpl in I. destruct I as [<-|[]]. left. auto.
        -- destruct (N.testbit d 1) eqn:T; [|contradiction]. destruct (N.eqb_spec (n - k0) 0) as [Z|Z]; [contradiction|].
           simpl in I. rewrite N.lxor_0_r in I. destruct I as [<-|[]]. right; left. auto.
        -- destruct (N.testbit d 2) eqn:T; [|contradiction]. right; right. split; [exact T|].
           rewrite map_map in I. apply in_map_iff in I as (a & <- & I). unfold count in I.
           apply in_map_iff in I as (j & <- & I). apply in_seq in I.
           pose proof (N.mul_div_le (n - k0) 2 ltac:(lia)).
           exists (N.of_nat j + 1), (n - k0 - (N.of_nat j + 1)).
           split; [lia|]. split; [lia|]. split; [lia|]. simpl. rewrite N.lxor_0_r. reflexivity.
      * exists (S i), left. split; [simpl; lia|]. split; [lia|]. exact C.
    + intros (i & left & Q & E & C). destruct i as [|i].
      * left. simpl in C. unfold octal_digit. destruct (N.leb_spec k0 n) as [L|L]; [|simpl in E; lia].
        assert (F : n - k0 = left) by (simpl in E; lia). cbv zeta. rewrite F.
        rewrite !map_app, !in_app_iff. destruct C as [(T & Z & ->)|[(T & Z & ->)|(T & a & b & A & B & S & ->)]].
        -- left. rewrite T, Z. left; reflexivity.
        -- right; left. rewrite T. destruct (N.eqb_spec left 0); [contradiction|]. simpl. rewrite N.lxor_0_r. left; reflexivity.
        -- right; right. rewrite T, map_map. apply in_map_iff.
           assert (K : forall x y, 0 < x -> x <= y -> x + y = left -> exists z,
             total [z + 1; left - (z + 1)] = N.lxor (g x) (g y) /\ In z (count (left / 2))).
           { intros x y X Y Sm. exists (x - 1). split.
             - simpl. rewrite N.lxor_0_r. f_equal; f_equal; lia.
             - unfold count. apply in_map_iff. exists (N.to_nat (x - 1)). split; [apply N2Nat.id|].
               apply in_seq. assert (x <= left / 2) by (apply N.div_le_lower_bound; lia). lia. }
           destruct (N.le_ge_cases a b) as [Q'|Q']; [apply (K a b A Q' S)|].
           destruct (K b a B Q' ltac:(lia)) as (z & Ez & Iz). exists z. split; [rewrite Ez; apply N.lxor_comm | exact Iz].
      * right. exists i, left. simpl in Q. split; [lia|]. split; [lia|]. exact C.
Qed.

(* Options are made of smaller heaps. *)
Lemma octal_smaller : digit_ok = true -> forall n l, In l (octal digits n) -> forall h, In h l -> h < n.
Proof.
  unfold digit_ok, octal. intros K n l I h J.
  assert (G : forall ds k0, 0 < k0 -> In l (octal_from k0 ds n) -> h < n).
  { clear I K. induction ds as [|d ds IH]; intros k0 Z I; [contradiction|]. simpl in I.
    apply in_app_or in I as [I|I]; [|apply (IH (k0 + 1)); [lia | exact I]].
    unfold octal_digit in I. destruct (N.leb_spec k0 n); [|contradiction]. cbv zeta in I.
    apply in_app_or in I as [I|I]; [|apply in_app_or in I as [I|I]].
    - destruct (_ && _) in I; [|contradiction]. destruct I as [<-|[]]. contradiction.
    - destruct (_ && _) in I; [|contradiction]. destruct I as [<-|[]]. destruct J as [<-|[]]. lia.
    - destruct (N.testbit d 2); [|contradiction]. apply in_map_iff in I as (a & <- & I).
      unfold count in I. apply in_map_iff in I as (j & <- & I). apply in_seq in I.
      pose proof (N.mul_div_le (n - k0) 2 ltac:(lia)). destruct J as [<-|[<-|[]]]; lia. }
  destruct digits as [|d ds]; [contradiction|]. simpl in I. apply in_app_or in I as [I|I]; [|apply (G ds 1); [lia | exact I]].
  apply orb_prop in K as [E|E]; apply N.eqb_eq in E; subst d; unfold octal_digit in I; simpl in I; [destruct n; contradiction|].
  destruct (N.leb_spec 0 n); [|contradiction]. rewrite N.sub_0_r in I. apply in_map_iff in I as (a & <- & I).
  unfold count in I. apply in_map_iff in I as (j & <- & I). apply in_seq in I.
  pose proof (N.mul_div_le n 2 ltac:(lia)). destruct J as [<-|[<-|[]]]; lia.
Qed.

Lemma sequence_by_mex : digit_ok = true -> (forall n, is_mex n) -> nim_sequence (octal digits) g.
Proof.
  intros K A n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  assert (T : forall l, (forall h, In h l -> h < n) -> grundy (octal digits) l (total l)).
  { induction l as [|h l IL]; intro S.
    - constructor; [intros m Q; simpl in Q; lia | contradiction].
    - simpl. apply (grundy_sum (octal digits) [h] (g h)); [apply IH; apply S; left; reflexivity|].
      apply IL. intros x I. apply S. right; exact I. }
  assert (E : heap_moves (octal digits) [n] = octal digits n).
  { simpl. rewrite app_nil_r. transitivity (map (fun x => x) (octal digits n)); [|apply map_id].
    apply map_ext. intro a. apply app_nil_r. }
  destruct (A n) as [Low Not]. constructor; rewrite E.
  - intros m Q. specialize (Low m Q). apply in_map_iff in Low as (l & <- & I). exists l. split; [exact I|].
    apply T. apply (octal_smaller K n l I).
  - intros l I. exists (total l). split; [apply T; apply (octal_smaller K n l I)|].
    intro F. apply Not. rewrite <- F. apply in_map. exact I.
Qed.

Variable n0 p : N.
Hypothesis P : 0 < p.
Hypothesis Rep : repeats g n0 p.
Definition enough : N := 2 * n0 + 2 * p + N.of_nat (List.length digits) + 2.

Lemma same_values n m : enough <= n -> In m (option_values n) <-> In m (option_values (n - p)).
Proof.
  unfold enough, option_values, octal. intro L. rewrite !octal_values_from. split.
  - intros (i & left & Q & E & C). exists i, (left - p). split; [exact Q|]. split; [lia|]. cbv zeta in *.
    destruct C as [(T & Z & _)|[(T & Z & ->)|(T & a & b & A & B & S & ->)]]; [lia| |].
    + right; left. split; [exact T|]. split; [lia|].
      rewrite <- (Rep (left - p)) by lia. f_equal. lia.
    + right; right. split; [exact T|]. destruct (N.le_ge_cases a b).
      * exists a, (b - p). split; [lia|]. split; [lia|]. split; [lia|]. f_equal.
        rewrite <- (Rep (b - p)) by lia. f_equal. lia.
      * exists (a - p), b. split; [lia|]. split; [lia|]. split; [lia|]. f_equal.
        rewrite <- (Rep (a - p)) by lia. f_equal. lia.
  - intros (i & left & Q & E & C). exists i, (left + p). split; [exact Q|]. split; [lia|]. cbv zeta in *.
    destruct C as [(T & Z & _)|[(T & Z & ->)|(T & a & b & A & B & S & ->)]]; [lia| |].
    + right; left. split; [exact T|]. split; [lia|]. symmetry. apply Rep. lia.
    + right; right. split; [exact T|]. destruct (N.le_ge_cases a b).
      * exists a, (b + p). split; [lia|]. split; [lia|]. split; [lia|]. f_equal. symmetry. apply Rep. lia.
      * exists (a + p), b. split; [lia|]. split; [lia|]. split; [lia|]. f_equal. symmetry. apply Rep. lia.
Qed.

Lemma mex_from_here : (forall n, n < enough -> is_mex n) -> forall n, is_mex n.
Proof.
  intros A n. induction n as [n IH] using (well_founded_induction N.lt_wf_0).
  destruct (N.lt_ge_cases n enough) as [Q|Q]; [exact (A n Q)|].
  assert (S : n - p < n) by (unfold enough in Q; lia). destruct (IH (n - p) S) as [Low Not].
  assert (E : g n = g (n - p)).
  { rewrite <- (Rep (n - p)) by (unfold enough in Q; lia). f_equal. unfold enough in Q. lia. }
  split.
  - intros m L. apply (same_values n m Q). apply Low. rewrite <- E. exact L.
  - intro I. apply Not. rewrite <- E. apply (same_values n (g n) Q). exact I.
Qed.

(* Whether a number is the mex of others, by a table of them. *)
Definition set_of (l : list N) : FMapPositive.PositiveMap.t unit :=
  fold_left (fun s m => FMapPositive.PositiveMap.add (N.succ_pos m) tt s) l (FMapPositive.PositiveMap.empty unit).
Definition has (s : FMapPositive.PositiveMap.t unit) (m : N) : bool :=
  match FMapPositive.PositiveMap.find (N.succ_pos m) s with Some _ => true | None => false end.
Lemma has_set l m : has (set_of l) m = true <-> In m l.
Proof.
  unfold set_of.
  assert (K : forall l s, has (fold_left (fun s m => FMapPositive.PositiveMap.add (N.succ_pos m) tt s) l s) m = true <->
    In m l \/ has s m = true).
  { clear. induction l as [|x l IH]; intro s; simpl; [tauto|]. rewrite IH. unfold has at 1 2.
    destruct (N.eq_dec x m) as [->|D].
    - rewrite FMapPositive.PositiveMap.gss. tauto.
    - rewrite FMapPositive.PositiveMap.gso.
      + unfold has. intuition congruence.
      + intro E. apply D. apply (f_equal Npos) in E. rewrite !N.succ_pos_spec in E. apply N.succ_inj. congruence. }
  rewrite K. unfold has at 1. rewrite FMapPositive.PositiveMap.gempty. intuition congruence.
Qed.
Definition mex_right (n : N) : bool :=
  let s := set_of (option_values n) in let v := g n in forallb (has s) (count v) && negb (has s v).
Lemma mex_right_spec n : mex_right n = true -> is_mex n.
Proof.
  clear Rep P p n0. unfold mex_right. intro E. apply andb_prop in E as [A B]. rewrite forallb_forall in A. split.
  - intros m L. apply has_set. apply A. apply in_map_iff. exists (N.to_nat m). split; [apply N2Nat.id|]. apply in_seq. lia.
  - intro I. apply has_set in I. rewrite I in B. discriminate.
Qed.
End Octal.


Definition differs_within (g : N -> N) (n0 p q : N) : bool :=
  existsb (fun i => negb (g (n0 + i + q) =? g (n0 + i))) (count p).
Definition guy_smith (digits : list N) (n0 p : N) (values : list N) : bool :=
  let t := values_of values in
  let g := sequence n0 p t in
  (0 <? p) && digit_ok digits && forallb (mex_right digits g) (count (enough digits n0 p)) &&
  forallb (fun q => (q =? 0) || differs_within g n0 p q) (count p) &&
  ((n0 =? 0) || negb (g (n0 - 1 + p) =? g (n0 - 1))).

Lemma sequence_repeats n0 p t : 0 < p -> repeats (sequence n0 p t) n0 p.
Proof.
  intros P n L. unfold sequence, same_as. destruct (N.ltb_spec n n0); [lia|]. destruct (N.ltb_spec (n + p) n0); [lia|].
  replace (n + p - n0) with ((n - n0) + 1 * p) by lia. rewrite N.mod_add by lia. reflexivity.
Qed.

Theorem guy_smith_sound digits n0 p values : guy_smith digits n0 p values = true ->
  nim_sequence (octal digits) (sequence n0 p (values_of values)) /\
  least_period (sequence n0 p (values_of values)) n0 p.
Proof.
  unfold guy_smith. intro E. apply andb_prop in E as [E Before]. apply andb_prop in E as [E Least].
  apply andb_prop in E as [E Mex]. apply andb_prop in E as [P Ok]. apply N.ltb_lt in P.
  rewrite forallb_forall in Least, Mex. pose proof (sequence_repeats n0 p (values_of values) P) as Rep.
  set (g := sequence n0 p (values_of values)) in *. split.
  - apply sequence_by_mex; [exact Ok|]. apply (mex_from_here digits g n0 p P Rep).
    intros n Q. apply mex_right_spec. apply Mex. apply in_map_iff. exists (N.to_nat n).
    split; [apply N2Nat.id|]. apply in_seq. lia.
  - split; [exact P|]. split; [exact Rep|]. split.
    + intros q [Q1 Q2] R. specialize (Least q). assert (I : In q (count p)).
      { apply in_map_iff. exists (N.to_nat q). split; [apply N2Nat.id|]. apply in_seq. lia. }
      apply Least in I. apply orb_prop in I as [I|I]; [apply N.eqb_eq in I; lia|].
      apply existsb_exists in I as (i & _ & D). apply negb_true_iff, N.eqb_neq in D. apply D. apply R. lia.
    + apply orb_prop in Before as [B|B]; [left; apply N.eqb_eq; exact B | right].
      apply negb_true_iff, N.eqb_neq in B. exact B.
Qed.

(* ---- The claim ------------------------------------------------------------------ *)

Definition values : list N := [0; 1; 2; 3; 1; 4; 3; 2; 1; 4; 2; 6; 4; 1; 2; 7; 1; 4; 3; 2; 1; 4; 6; 7; 4; 1; 2; 8; 5; 4; 7; 2; 1; 8; 6; 7; 4; 1; 2; 3; 1; 4; 7; 2; 1; 8; 2; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 4; 2; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 8; 6; 7; 4; 1; 2; 8; 1; 4; 7; 2; 1; 8; 2].
Definition g := sequence 71 12 (values_of values).

(* kayles.Period == 12 *)
Theorem claim : nim_sequence (octal [0; 7; 7]) g /\ least_period g 71 12.
Proof.
  refine (guy_smith_sound [0; 7; 7] 71 12 values _).
  vm_cast_no_check (eq_refl true).
Qed.
Print Assumptions claim.
