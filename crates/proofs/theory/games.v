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
