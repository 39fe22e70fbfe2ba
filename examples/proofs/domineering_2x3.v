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

(* ---- Boards ------------------------------------------------------------------------------------
   A position is a number, whose binary digits say what is where. A rule of a player needs some
   digits to be 1, clears some and puts some. *)

Record rule := Rule { need : N; clear : N; put : N }.
Definition apply (b : N) (r : rule) : list N :=
  if N.land b (need r) =? need r then [N.lor (N.ldiff b (clear r)) (put r)] else [].
Definition board_rules (left right : list rule) : ruleset :=
  Ruleset N (fun p b => flat_map (apply b) (match p with Left => left | Right => right end)).

(* A game on a board is what each player may do; with a position it is a game. *)
Record board_game := BoardGame { of_left : list rule; of_right : list rule }.
Definition rules_of (g : board_game) : ruleset := board_rules (of_left g) (of_right g).
Definition on (g : board_game) (b : N) : game := At (rules_of g) b.

Definition bit (i : N) : N := N.shiftl 1 i.
Definition bits (l : list N) : N := fold_left (fun sum i => N.lor sum (bit i)) l 0.

(* What can be taken is taken: a rule with nothing to put. *)
Definition take (l : list N) : rule := Rule (bits l) (bits l) 0.

(* ---- Rulesets ---------------------------------------------------------------------------------- *)

(* Boards are read row by row from the top left; cells, and the vertices of graphs, count from 0. *)
Definition letters_of (rows : list string) : list Ascii.ascii := flat_map list_ascii_of_string rows.
Definition marked (c : Ascii.ascii) (rows : list string) : list N :=
  let l := letters_of rows in
  map fst (filter (fun cell => Ascii.eqb (snd cell) c) (combine (map N.of_nat (seq 0 (List.length l))) l)).

(* The pairs of cells of a board, the second so many rows down and columns to the right. *)
Definition pairs (rows columns down right : N) : list (N * N) :=
  flat_map (fun r => flat_map (fun c =>
    if (r + down <? rows) && (c + right <? columns)
    then [(r * columns + c, (r + down) * columns + (c + right))] else []) (count columns)) (count rows).
Definition upright rows columns := pairs rows columns 1 0.
Definition lying rows columns := pairs rows columns 0 1.
Definition domino (d : N * N) : rule := take [fst d; snd d].
Definition free (rows : list string) : N := bits (marked "."%char rows).

(* Domineering: Left puts upright dominoes on free cells, Right lying ones. *)
Definition domineering (rows columns : N) : board_game :=
  BoardGame (map domino (upright rows columns)) (map domino (lying rows columns)).

(* ---- Games by a list ----------------------------------------------------------------------------
   Positions are numbers from 1 on; each row says where Left may move and where Right may. *)

Definition listing := FMapPositive.PositiveMap.t (list positive * list positive).
Fixpoint rows_from (n : positive) (rows : list (list positive * list positive)) : listing :=
  match rows with
  | [] => FMapPositive.PositiveMap.empty _
  | r :: rows => FMapPositive.PositiveMap.add n r (rows_from (Pos.succ n) rows)
  end.
Definition listed (t : listing) : ruleset :=
  Ruleset positive (fun p x => match FMapPositive.PositiveMap.find x t with
    | Some (l, r) => match p with Left => l | Right => r end
    | None => [] end).
Definition rows (l : list (list positive * list positive)) : listing := rows_from 1 l.
Definition node (t : listing) (x : positive) : game := At (listed t) x.
Definition zero : game := node (rows [([], [])]) 1.

(* Positions of two rulesets that have the same moves, where [swap] says that the players change
   places: who wins one of them wins the other. *)
Definition turn (swap : bool) (p : player) : player := if swap then other p else p.
Lemma turn_other swap p : turn swap (other p) = other (turn swap p).
Proof. destruct swap; reflexivity. Qed.
Section Alike.
Variable r s : ruleset.
Variable swap : bool.
Variable like : position r -> position s -> Prop.
Hypothesis there : forall p x y a, like x y -> In a (moves r p x) ->
  exists b, In b (moves s (turn swap p) y) /\ like a b.
Hypothesis back : forall p x y b, like x y -> In b (moves s (turn swap p) y) ->
  exists a, In a (moves r p x) /\ like a b.
Lemma like_stuck p x y : like x y -> moves r p x = [] -> moves s (turn swap p) y = [].
Proof.
  intros K E. destruct (moves s (turn swap p) y) as [|b l] eqn:F; [reflexivity|].
  destruct (back p x y b K) as (a & I & _); [rewrite F; left; reflexivity|]. rewrite E in I. contradiction.
Qed.
Lemma stuck_like p x y : like x y -> moves s (turn swap p) y = [] -> moves r p x = [].
Proof.
  intros K E. destruct (moves r p x) as [|a l] eqn:F; [reflexivity|].
  destruct (there p x y a K) as (b & I & _); [rewrite F; left; reflexivity|]. rewrite E in I. contradiction.
Qed.
Lemma like_wins m : forall q y, wins m s q y -> forall p x, q = turn swap p -> like x y -> wins m r p x.
Proof.
  apply (wins_min m s (fun q y => forall p x, q = turn swap p -> like x y -> wins m r p x)
    (fun q y => forall p x, q = turn swap p -> like x y -> loses m r p x)).
  - intros q y b I _ H p x -> K. destruct (back p x y b K I) as (a & J & L).
    apply wins_move with a; [exact J|]. apply H; [symmetry; apply turn_other | exact L].
  - intros q y M E p x -> K. apply wins_stuck; [exact M|]. apply (stuck_like p x y K E).
  - intros q y S _ H p x -> K. apply loses_all.
    + intros M E. apply (S M). apply (like_stuck p x y K E).
    + intros a I. destruct (there p x y a K I) as (b & J & L).
      apply (H b J); [symmetry; apply turn_other | exact L].
Qed.
Lemma like_loses m q y : loses m s q y -> forall p x, q = turn swap p -> like x y -> loses m r p x.
Proof.
  intros L p x -> K. inversion L as [? ? S W]; subst. apply loses_all.
  - intros M E. apply (S M). apply (like_stuck p x y K E).
  - intros a I. destruct (there p x y a K I) as (b & J & D).
    apply (like_wins m _ _ (W b J)); [symmetry; apply turn_other | exact D].
Qed.
End Alike.

(* ---- Who wins, from a script -------------------------------------------------------------------
   A script names the move that wins wherever one has to be chosen, in the order in which play is
   searched; positions that were met before are not searched again. The checker reads it and says
   yes only if who was said to win does. *)

Module M := PositiveMap.

Inductive script := Script (letters : list byte).
Definition letters (s : script) : list byte := match s with Script l => l end.
Declare Scope script_scope.
Delimit Scope script_scope with script.
String Notation script Script letters : script_scope.
Definition join (s : list script) : list byte := List.concat (map letters s).

(* A number is one letter, # (0) to } (90), after a ~ for each 91. *)
Fixpoint number (l : list byte) (sum : N) : option (N * list byte) :=
  match l with
  | [] => None
  | c :: l => let v := Byte.to_N c - 35 in if v =? 91 then number l (sum + 91) else Some (sum + v, l)
  end.

Fixpoint pick {A} (n : nat) (l : list A) : option (A * list A) :=
  match l, n with
  | [], _ => None
  | a :: l, O => Some (a, l)
  | a :: l, S n => match pick n l with Some (b, rest) => Some (b, a :: rest) | None => None end
  end.

Lemma pick_some {A} : forall (l : list A) n a rest, pick n l = Some (a, rest) ->
  In a l /\ exists before after, l = before ++ a :: after /\ rest = before ++ after.
Proof.
  induction l as [|b l IH]; intros n a rest H; [destruct n; discriminate|].
  destruct n as [|n]; simpl in H.
  - injection H as <- <-. split; [left; reflexivity|]. exists [], l. split; reflexivity.
  - destruct (pick n l) as [[c r]|] eqn:E; [|discriminate]. injection H as <- <-.
    apply IH in E as (I & before & after & -> & ->). split; [right; exact I|].
    exists (b :: before), after. split; reflexivity.
Qed.

(* How a ruleset is searched: positions as keys of a table; a simpler position where the same
   player wins; other positions, by a number, in which it is known who wins if he does in this one (an
   image, or what is left when parts cancel); independent parts. Each comes with the proof that it
   may be used. *)
Record method (r : ruleset) := Method {
  key : position r -> positive;
  key_once : forall x y, key x = key y -> x = y;
  simpler : position r -> position r;
  simpler_wins : forall m p x, wins m r p (simpler x) -> wins m r p x;
  simpler_loses : forall m p x, loses m r p (simpler x) -> loses m r p x;
  another : bool -> N -> player -> position r -> option (player * position r);
  another_wins : forall m n p x q y, another m n p x = Some (q, y) -> wins m r q y -> wins m r p x;
  another_loses : forall m n p x q y, another m n p x = Some (q, y) -> loses m r q y -> loses m r p x;
  parts : position r -> list (position r);
  parts_lose : forall p x, (forall y, In y (parts x) -> loses false r p y) -> loses false r p x;
  parts_win : forall p x before a after, parts x = before ++ a :: after -> wins false r p a ->
    (forall y, In y (before ++ after) -> loses false r (other p) y) -> wins false r p x }.
Arguments key {r}. Arguments key_once {r}. Arguments simpler {r}. Arguments simpler_wins {r}.
Arguments simpler_loses {r}. Arguments another {r}. Arguments another_wins {r}.
Arguments another_loses {r}. Arguments parts {r}. Arguments parts_lose {r}. Arguments parts_win {r}.

(* What is to be shown: that who moves first wins, or loses: whatever he does, or in each part, or
   as in another position, or in the way that the script says. *)
Inductive goal := Win | Lose | LoseByParts | LoseAs | LoseSaid.
Definition is_win (g : goal) : bool := match g with Win => true | _ => false end.
Definition lost_by (n : N) : option goal :=
  match n with 0 => Some Lose | 1 => Some LoseByParts | 2 => Some LoseAs | _ => None end.
Lemma lost_by_loses n g : lost_by n = Some g -> is_win g = false.
Proof. destruct n as [|[n|[n|n|]|]]; simpl; intro E; try discriminate; injection E as <-; reflexivity. Qed.

Section Search.
Variable misere : bool.
Variable r : ruleset.
Variable how : method r.

Definition fact (win : bool) (p : player) (x : position r) : Prop :=
  if win then wins misere r p x else loses misere r p x.

Record state := State { rest : list byte; lefts : M.t bool; rights : M.t bool }.
Definition table (p : player) (s : state) := match p with Left => lefts s | Right => rights s end.
Definition note (win : bool) (p : player) (x : position r) (s : state) : state :=
  match p with
  | Left => State (rest s) (M.add (key how x) win (lefts s)) (rights s)
  | Right => State (rest s) (lefts s) (M.add (key how x) win (rights s))
  end.
Definition noted win p x (s : option state) := option_map (note win p x) s.
Definition next (s : state) : option (N * state) :=
  match number (rest s) 0 with Some (n, l) => Some (n, State l (lefts s) (rights s)) | None => None end.

Fixpoint each (f : position r -> state -> option state) (l : list (position r)) (s : state) : option state :=
  match l with
  | [] => Some s
  | x :: l => match f x s with Some s => each f l s | None => None end
  end.

(* The same of another position, which the script names. *)
Definition as_another (f : player -> position r -> state -> option state) (p : player) (x : position r) (s : state) : option state :=
  match next s with
  | None => None
  | Some (n, s) => match another how misere n p x with Some (q, y) => f q y s | None => None end
  end.

Fixpoint prove (fuel : nat) (g : goal) (p : player) (x0 : position r) (s : state) : option state :=
  match fuel with
  | O => None
  | S fuel =>
    let x := simpler how x0 in
    match M.find (key how x) (table p s) with
    | Some win => if Bool.eqb win (is_win g) then Some s else None
    | None =>
      match g with
      | Win =>
        match moves r p x with
        | [] => if misere then Some (note true p x s) else None
        | options =>
          match next s with
          | None => None
          | Some (N0, s) =>
            if misere then None else
            match next s with
            | None => None
            | Some (i, s) =>
              match pick (N.to_nat i) (parts how x) with
              | None => None
              | Some (a, others) =>
                match prove fuel Win p a s with
                | None => None
                | Some s => noted true p x (each (prove fuel LoseSaid (other p)) others s)
                end
              end
            end
          | Some (1, s) => noted true p x (as_another (prove fuel Win) p x s)
          | Some (n, s) =>
            let (k, how_lost) := N.div_eucl (n - 2) 3 in
            match nth_error options (N.to_nat k), lost_by how_lost with
            | Some y, Some g => noted true p x (prove fuel g (other p) y s)
            | _, _ => None
            end
          end
        end
      | Lose =>
        match moves r p x with
        | [] => if misere then None else Some (note false p x s)
        | options => noted false p x (each (prove fuel Win (other p)) options s)
        end
      | LoseByParts => if misere then None else noted false p x (each (prove fuel LoseSaid p) (parts how x) s)
      | LoseAs => noted false p x (as_another (prove fuel LoseSaid) p x s)
      | LoseSaid =>
        match next s with
        | Some (n, s) => match lost_by n with Some g => prove fuel g p x s | None => None end
        | None => None
        end
      end
    end
  end.

Definition good (s : state) : Prop := forall p x win, M.find (key how x) (table p s) = Some win -> fact win p x.

Lemma good_note win p x s : good s -> fact win p x -> good (note win p x s).
Proof.
  intros G F q y w H.
  assert (K : forall t, (forall z v, M.find (key how z) t = Some v -> fact v p z) ->
    M.find (key how y) (M.add (key how x) win t) = Some w -> fact w p y).
  { intros t T E. destruct (Pos.eq_dec (key how x) (key how y)) as [D|D].
    - rewrite D, M.gss in E. injection E as <-. apply key_once in D. subst. exact F.
    - rewrite M.gso in E by (intro C; apply D; symmetry; exact C). apply T; exact E. }
  destruct p, q; simpl in H; try (apply (G _ y w); exact H);
    eapply K; try exact H; intros z v; [apply (G Left z v) | apply (G Right z v)].
Qed.

Lemma next_good s n t : next s = Some (n, t) -> good s -> good t.
Proof.
  unfold next. destruct (number (rest s) 0) as [[m l]|]; [|discriminate].
  intros E G. injection E as <- <-. intros p x w H. apply (G p x w). destruct p; exact H.
Qed.

Lemma noted_some win p x s t : noted win p x s = Some t -> exists u, s = Some u /\ t = note win p x u.
Proof. destruct s as [u|]; simpl; intro E; [|discriminate]. injection E as <-. exists u; auto. Qed.

Lemma each_sound f (F : position r -> Prop) :
  (forall x s t, f x s = Some t -> good s -> good t /\ F x) ->
  forall l s t, each f l s = Some t -> good s -> good t /\ forall x, In x l -> F x.
Proof.
  intros S l. induction l as [|x l IH]; simpl; intros s t E G.
  - injection E as <-. split; [exact G | contradiction].
  - destruct (f x s) as [u|] eqn:X; [|discriminate].
    apply S in X as [Gu Fx]; [|exact G]. apply IH in E as [Gt Fl]; [|exact Gu].
    split; [exact Gt|]. intros y [<-|I]; auto.
Qed.

Lemma as_another_sound (w : bool) f p x s t :
  (forall q y s t, f q y s = Some t -> good s -> good t /\ fact w q y) ->
  as_another f p x s = Some t -> good s -> good t /\ fact w p x.
Proof.
  intros S H G. unfold as_another in H. destruct (next s) as [[n s1]|] eqn:E; [|discriminate].
  apply next_good in E; [|exact G]. destruct (another how misere n p x) as [[q y]|] eqn:A; [|discriminate].
  apply S in H as [Gt F]; [|exact E]. split; [exact Gt|]. unfold fact in *.
  destruct w; [apply (another_wins how _ _ _ _ _ _ A) | apply (another_loses how _ _ _ _ _ _ A)]; exact F.
Qed.

Lemma prove_sound : forall fuel g p x s t,
  prove fuel g p x s = Some t -> good s -> good t /\ fact (is_win g) p x.
Proof.
  induction fuel as [|fuel IH]; [discriminate|]. intros g p x0 s t H G. simpl in H.
  set (x := simpler how x0) in *.
  assert (X : fact (is_win g) p x -> fact (is_win g) p x0).
  { unfold fact. destruct (is_win g); [apply simpler_wins | apply simpler_loses]. }
  assert (N : forall u, good u -> fact (is_win g) p x -> good (note (is_win g) p x u) /\ fact (is_win g) p x0).
  { intros u Gu F. split; [apply good_note; assumption | apply X; exact F]. }
  destruct (M.find (key how x) (table p s)) as [w|] eqn:Found.
  { destruct (Bool.eqb w (is_win g)) eqn:E; [|discriminate]. injection H as <-.
    apply eqb_prop in E. subst w. split; [exact G | apply X; apply (G p x); exact Found]. }
  destruct g.
  - (* Win *)
    destruct (moves r p x) as [|o os] eqn:O.
    { destruct misere eqn:M; [|discriminate]. injection H as <-. apply N; [exact G|].
      unfold fact; simpl; rewrite M. apply wins_stuck; [reflexivity | exact O]. }
    destruct (next s) as [[n s1]|] eqn:E1; [|discriminate]; apply next_good in E1; [|exact G].
    assert (Option : (let (k, how_lost) := N.div_eucl (n - 2) 3 in
      match nth_error (o :: os) (N.to_nat k), lost_by how_lost with
      | Some y, Some g => noted true p x (prove fuel g (other p) y s1)
      | _, _ => None
      end) = Some t -> good t /\ fact true p x0).
    { destruct (N.div_eucl (n - 2) 3) as [k how_lost]. intro Q.
      remember (nth_error (o :: os) (N.to_nat k)) as y eqn:Y.
      destruct y as [y|]; [|discriminate]. symmetry in Y. apply nth_error_In in Y.
      destruct (lost_by how_lost) as [g|] eqn:L; [|discriminate]. apply lost_by_loses in L.
      apply noted_some in Q as (u & E2 & ->). apply IH in E2 as [G2 F2]; [|exact E1].
      rewrite L in F2. apply N; [exact G2|].
      apply wins_move with y; [rewrite O; exact Y | exact F2]. }
    destruct n as [|[n|n|]]; [|apply Option; exact H|apply Option; exact H|].
    + destruct misere eqn:M; [discriminate|].
      destruct (next s1) as [[i s2]|] eqn:E2; [|discriminate]. apply next_good in E2; [|exact E1].
      destruct (pick (N.to_nat i) (parts how x)) as [[a others]|] eqn:P; [|discriminate].
      destruct (prove fuel Win p a s2) as [s3|] eqn:E3; [|discriminate].
      apply IH in E3 as [G3 F3]; [|exact E2]. apply noted_some in H as (u & E4 & ->).
      apply (each_sound (prove fuel LoseSaid (other p)) (loses false r (other p))) in E4 as [G4 F4];
        [|intros y v w Y Gv; apply (IH LoseSaid (other p)) in Y as [Gw Fy]; [split; [exact Gw|]|exact Gv];
          unfold fact in Fy; simpl in Fy; rewrite M in Fy; exact Fy | exact G3].
      apply N; [exact G4|]. apply pick_some in P as (_ & before & after & P & ->).
      unfold fact in *; simpl in *; rewrite M in *.
      apply (parts_win how p x before a after); assumption.
    + apply noted_some in H as (u & E2 & ->).
      apply (as_another_sound true (prove fuel Win)) in E2 as [G2 F2];
        [|intros q y v w Y Gv; apply (IH Win) in Y; assumption | exact E1].
      apply N; assumption.
  - (* Lose *)
    destruct (moves r p x) as [|o os] eqn:O.
    { destruct misere eqn:M; [discriminate|]. injection H as <-. apply N; [exact G|].
      unfold fact; simpl; rewrite M. apply loses_all; [discriminate | rewrite O; contradiction]. }
    apply noted_some in H as (u & E & ->).
    change (each (prove fuel Win (other p)) (o :: os) s = Some u) in E.
    apply (each_sound (prove fuel Win (other p)) (wins misere r (other p))) in E as [Gu F];
      [|intros y v w Y Gv; apply (IH Win (other p)) in Y; assumption | exact G].
    apply N; [exact Gu|]. apply loses_all; [intros _; rewrite O; discriminate | rewrite O; exact F].
  - (* LoseByParts *)
    destruct misere eqn:M; [discriminate|]. apply noted_some in H as (u & E & ->).
    apply (each_sound (prove fuel LoseSaid p) (loses false r p)) in E as [Gu F];
      [|intros y v w Y Gv; apply (IH LoseSaid p) in Y as [Gw Fy]; [split; [exact Gw|]|exact Gv];
          unfold fact in Fy; simpl in Fy; rewrite M in Fy; exact Fy | exact G].
    apply N; [exact Gu|]. unfold fact; simpl; rewrite M. apply (parts_lose how). exact F.
  - (* LoseAs *)
    apply noted_some in H as (u & E & ->).
    apply (as_another_sound false (prove fuel LoseSaid)) in E as [Gu F];
      [|intros q y v w Y Gv; apply (IH LoseSaid) in Y; assumption | exact G].
    apply N; assumption.
  - (* LoseSaid *)
    destruct (next s) as [[n s1]|] eqn:E; [|discriminate]. apply next_good in E; [|exact G].
    destruct (lost_by n) as [g|] eqn:L; [|discriminate]. apply lost_by_loses in L.
    apply IH in H as [Gt F]; [|exact E]. rewrite L in F. split; [exact Gt | apply X; exact F].
Qed.

(* All goals, from one script that is used up. *)
Fixpoint goals (fuel : nat) (l : list (goal * player * position r)) (s : state) : option state :=
  match l with
  | [] => Some s
  | (g, p, x) :: l => match prove fuel (if is_win g then Win else LoseSaid) p x s with Some s => goals fuel l s | None => None end
  end.
Definition check (fuel : N) (l : list (goal * player * position r)) (s : list script) : bool :=
  match goals (N.to_nat fuel) l (State (join s) (M.empty bool) (M.empty bool)) with
  | Some (State [] _ _) => true
  | _ => false
  end.

Theorem check_sound fuel l s : check fuel l s = true ->
  forall g p x, In (g, p, x) l -> fact (is_win g) p x.
Proof.
  assert (K : forall fuel l s t, goals fuel l s = Some t -> good s ->
    forall g p x, In (g, p, x) l -> fact (is_win g) p x).
  { clear. intros fuel l. induction l as [|[[g p] x] l IH]; intros s t H G g' p' x'; simpl in *; [contradiction|].
    destruct (prove fuel (if is_win g then Win else LoseSaid) p x s) as [u|] eqn:E; [|discriminate].
    apply prove_sound in E as [Gu F]; [|exact G].
    replace (is_win (if is_win g then Win else LoseSaid)) with (is_win g) in F by (destruct g; reflexivity).
    intros [Q|I]; [injection Q as <- <- <-; exact F | exact (IH u t H Gu g' p' x' I)]. }
  unfold check. intro H.
  destruct (goals (N.to_nat fuel) l (State (join s) (M.empty bool) (M.empty bool))) as [t|] eqn:E; [|discriminate].
  apply (K _ _ _ _ E). intros p x w F. destruct p; simpl in F; rewrite M.gempty in F; discriminate.
Qed.
End Search.

(* The plain method: nothing but a key. *)
Lemma parts_lose_one r p (x : position r) : (forall y, In y [x] -> loses false r p y) -> loses false r p x.
Proof. intro H. apply H. left; reflexivity. Qed.
Lemma parts_win_one r p (x : position r) before a after : [x] = before ++ a :: after ->
  wins false r p a -> (forall y, In y (before ++ after) -> loses false r (other p) y) -> wins false r p x.
Proof. intros E W _. destruct before as [|b [|c l]]; simpl in E; injection E; intros; subst; try discriminate; auto. Qed.
Lemma no_other r (p : player) (x : position r) (q : player) (y : position r) (P : Prop) : None = Some (q, y) -> P.
Proof. discriminate. Qed.
Definition plain (r : ruleset) (k : position r -> positive) (K : forall x y, k x = k y -> x = y) : method r :=
  Method r k K (fun x => x) (fun _ _ _ W => W) (fun _ _ _ L => L) (fun _ _ _ _ => None)
    (fun _ _ p x q y => no_other r p x q y _) (fun _ _ p x q y => no_other r p x q y _)
    (fun x => [x]) (parts_lose_one r) (parts_win_one r).

(* Keys of numbers and of pairs. *)
Lemma number_key_once x y : N.succ_pos x = N.succ_pos y -> x = y.
Proof. intro E. apply (f_equal Npos) in E. rewrite !N.succ_pos_spec in E. apply N.succ_inj; exact E. Qed.
Fixpoint pair_key (p q : positive) : positive :=
  match p with
  | xH => xI q
  | xO p => xO (xO (pair_key p q))
  | xI p => xO (xI (pair_key p q))
  end.
Lemma pair_key_once : forall p p' q q', pair_key p q = pair_key p' q' -> p = p' /\ q = q'.
Proof.
  induction p as [p IH|p IH|]; intros [p'|p'|] q q' H; simpl in H; try discriminate.
  - injection H as H. apply IH in H as [-> ->]. split; reflexivity.
  - injection H as H. apply IH in H as [-> ->]. split; reflexivity.
  - injection H as ->. split; reflexivity.
Qed.
Section Pairs.
Variable A B : Type.
Variable ka : A -> positive.
Variable kb : B -> positive.
Hypothesis ka_once : forall x y, ka x = ka y -> x = y.
Hypothesis kb_once : forall x y, kb x = kb y -> x = y.
Definition both_key (x : A * B) := pair_key (kb (snd x)) (ka (fst x)).
Lemma both_key_once x y : both_key x = both_key y -> x = y.
Proof.
  destruct x, y. unfold both_key; simpl. intro H. apply pair_key_once in H as [E D].
  apply ka_once in D. apply kb_once in E. subst. reflexivity.
Qed.
End Pairs.
Arguments both_key {A B}. Arguments both_key_once {A B}.
Fixpoint list_key (l : list N) : positive :=
  match l with [] => xH | n :: l => xO (pair_key (N.succ_pos n) (list_key l)) end.
Lemma list_key_once : forall x y, list_key x = list_key y -> x = y.
Proof.
  induction x as [|n x IH]; intros [|m y] H; simpl in H; try discriminate; [reflexivity|].
  injection H as H. apply pair_key_once in H as [A B]. apply number_key_once in A. apply IH in B. subst. reflexivity.
Qed.
Definition self_key (x : positive) : positive := x.
Lemma self_key_once x y : self_key x = self_key y -> x = y.
Proof. exact (fun E => E). Qed.

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

(* ---- The claim ------------------------------------------------------------------ *)

Definition form : list (list positive * list positive) := [([], []); ([], [1]); ([2], [1]); ([1], []); ([4], []); ([5], [3])]%positive.
Definition G : game := on (domineering 2 3) (free ["..."; "..."]%string).
Definition H : game := node (rows form) 6.
Definition how : method (difference (rules G) (rules H)) :=
  plain (difference (rules G) (rules H)) (both_key N.succ_pos self_key) (both_key_once N.succ_pos self_key number_key_once self_key_once).
Definition moves_that_win : list script := ["#%(%%%%%%(%%(#((%%%(%(%(%(%(%%"]%script.
Definition moves_for_canonical : list script := ["%%"]%script.

(* domineering('2x3').CanonicalForm == {2|-1/2} *)
Theorem claim : equal G H /\ canonical H.
Proof.
  split.
  - refine (compare_equal (rules G) (rules H) (place G) (place H) (by_script false (difference (rules G) (rules H)) how (place G, place H) 9 moves_that_win _)).
    vm_cast_no_check (eq_refl true).
  - refine (canonical_by_check form 3 moves_for_canonical _ 6).
    vm_cast_no_check (eq_refl true).
Qed.
Print Assumptions claim.
