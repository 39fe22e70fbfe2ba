
(* [within g true n v]: who moves at v can win with at most n moves in all. [within g false n v]: he
   loses after at most n moves, whatever he does. *)
Fixpoint within (g : M.t (list positive)) (win : bool) (n : nat) (v : positive) : Prop :=
  if win
  then match n with O => False | S n => exists w, In w (to g v) /\ within g false n w end
  else forall w, In w (to g v) -> match n with O => False | S n => within g true n w end.
Definition won g v := exists n, within g true n v.
Definition lost g v := exists n, within g false n v.
Definition drawn g v := ~ won g v /\ ~ lost g v.

(* The remoteness: the winner hurries, the loser delays. *)
Definition won_in g v (k : N) := within g true (N.to_nat k) v /\ forall j, (j < N.to_nat k)%nat -> ~ within g true j v.
Definition lost_in g v (k : N) := within g false (N.to_nat k) v /\ forall j, (j < N.to_nat k)%nat -> ~ within g false j v.

(* ---- Checking ---------------------------------------------------------------------------------- *)

Inductive label := Won (k : N) | Lost (k : N) | Drawn.
Definition holds g v (l : label) : Prop :=
  match l with
  | Won k => won g v /\ won_in g v k
  | Lost k => lost g v /\ lost_in g v k
  | Drawn => drawn g v
  end.

Section Labels.
Variable rows : list (list positive).
Variable labels : list label.
Definition g := graph_of rows.
Definition at_ (t : M.t label) (v : positive) := M.find v t.
Definition is_lost (l : option label) (k : N) := match l with Some (Lost j) => j =? k | _ => false end.
Definition is_won (l : option label) (k : N) := match l with Some (Won j) => j =? k | _ => false end.
Definition right_label (look : positive -> option label) (g : M.t (list positive)) (row : positive * label) : bool :=
  let out := to g (fst row) in
  forallb (fun w => match look w with Some _ => true | None => false end) out &&
  match snd row with
  | Won k => (0 <? k) && existsb (fun w => is_lost (look w) (k - 1)) out &&
      forallb (fun w => match look w with Some (Lost j) => k <=? j + 1 | _ => true end) out
  | Lost k => forallb (fun w => match look w with Some (Won j) => j <? k | _ => false end) out &&
      ((k =? 0) || existsb (fun w => is_won (look w) (k - 1)) out)
  | Drawn => forallb (fun w => match look w with Some (Lost _) => false | _ => true end) out &&
      existsb (fun w => match look w with Some Drawn => true | _ => false end) out
  end.
Definition right_labels : bool :=
  let t := rows_of 1 labels in forallb (right_label (fun v => M.find v t) (graph_of rows)) (numbered 1 labels).
Hypothesis R : right_labels = true.
Definition look v := M.find v (rows_of 1 labels).

Lemma right_at v l : look v = Some l -> right_label look (graph_of rows) (v, l) = true.
Proof.
  intro E. unfold right_labels in R. rewrite forallb_forall in R. apply R. apply find_numbered. exact E.
Qed.

Lemma label_known v l w : look v = Some l -> In w (to (graph_of rows) v) -> exists k, look w = Some k.
Proof.
  intros E I. apply right_at in E. apply andb_prop in E as [E _]. rewrite forallb_forall in E.
  specialize (E w I). destruct (look w) as [k|]; [exists k; reflexivity | discriminate].
Qed.

Lemma label_sound : forall n v, (forall k, look v = Some (Won k) -> (N.to_nat k <= n)%nat -> within (graph_of rows) true n v) /\
  (forall k, look v = Some (Lost k) -> (N.to_nat k <= n)%nat -> within (graph_of rows) false n v).
Proof.
  induction n as [|n IH]; intro v; split; intros k E Q; apply right_at in E; apply andb_prop in E as [_ E]; simpl in E;
    apply andb_prop in E as [E _].
  - apply andb_prop in E as [E _]. apply N.ltb_lt in E. lia.
  - rewrite forallb_forall in E. intros w I. specialize (E w I).
    destruct (look w) as [[j|j|]|]; try discriminate. apply N.ltb_lt in E. lia.
  - apply andb_prop in E as [P E]. apply N.ltb_lt in P. apply existsb_exists in E as (w & I & E).
    simpl. exists w. split; [exact I|]. destruct (look w) as [[j|j|]|] eqn:L; try discriminate.
    simpl in E. apply N.eqb_eq in E. apply (proj2 (IH w) j L). lia.
  - rewrite forallb_forall in E. intros w I. specialize (E w I).
    destruct (look w) as [[j|j|]|] eqn:L; try discriminate. apply N.ltb_lt in E.
    apply (proj1 (IH w) j L). lia.
Qed.

Lemma label_complete : forall n v l, look v = Some l ->
  (within (graph_of rows) true n v -> exists k, l = Won k /\ (N.to_nat k <= n)%nat) /\
  (within (graph_of rows) false n v -> exists k, l = Lost k /\ (N.to_nat k <= n)%nat).
Proof.
  induction n as [|n IH]; intros v l L; split; intro H.
  - contradiction.
  - pose proof (right_at v l L) as E. apply andb_prop in E as [_ E].
    destruct l as [k|k|]; simpl in E.
    + apply andb_prop in E as [E _]. apply andb_prop in E as [_ E].
      apply existsb_exists in E as (w & I & _). destruct (H w I).
    + apply andb_prop in E as [_ E]. apply orb_prop in E as [E|E].
      * apply N.eqb_eq in E. exists k. split; [reflexivity | lia].
      * apply existsb_exists in E as (w & I & _). destruct (H w I).
    + apply andb_prop in E as [_ E]. apply existsb_exists in E as (w & I & _). destruct (H w I).
  - destruct H as (w & I & H). destruct (label_known v l w L I) as (lw & Lw).
    destruct (proj2 (IH w lw Lw) H) as (j & -> & Q).
    pose proof (right_at v l L) as E. apply andb_prop in E as [_ E]. destruct l as [k|k|]; simpl in E.
    + apply andb_prop in E as [_ E]. rewrite forallb_forall in E. specialize (E w I). rewrite Lw in E.
      apply N.leb_le in E. exists k. split; [reflexivity | lia].
    + apply andb_prop in E as [E _]. rewrite forallb_forall in E. specialize (E w I). rewrite Lw in E. discriminate.
    + apply andb_prop in E as [E _]. rewrite forallb_forall in E. specialize (E w I). rewrite Lw in E. discriminate.
  - assert (A : forall w, In w (to (graph_of rows) v) -> exists j, look w = Some (Won j) /\ (N.to_nat j <= n)%nat).
    { intros w I. destruct (label_known v l w L I) as (lw & Lw).
      destruct (proj1 (IH w lw Lw) (H w I)) as (j & -> & Q). exists j. auto. }
    pose proof (right_at v l L) as E. apply andb_prop in E as [_ E]. destruct l as [k|k|]; simpl in E.
    + apply andb_prop in E as [E _]. apply andb_prop in E as [_ E]. apply existsb_exists in E as (w & I & E).
      destruct (A w I) as (j & Lw & _). rewrite Lw in E. discriminate.
    + apply andb_prop in E as [_ E]. apply orb_prop in E as [E|E].
      * apply N.eqb_eq in E. exists k. split; [reflexivity | lia].
      * apply existsb_exists in E as (w & I & E). destruct (A w I) as (j & Lw & Q). rewrite Lw in E.
        simpl in E. apply N.eqb_eq in E. exists k. split; [reflexivity | lia].
    + apply andb_prop in E as [_ E]. apply existsb_exists in E as (w & I & E).
      destruct (A w I) as (j & Lw & _). rewrite Lw in E. discriminate.
Qed.

Theorem labels_hold : forall v l, look v = Some l -> holds (graph_of rows) v l.
Proof.
  intros v l L. destruct l as [k|k|]; simpl.
  - assert (W : within (graph_of rows) true (N.to_nat k) v) by (apply (proj1 (label_sound _ v) k L); reflexivity).
    split; [exists (N.to_nat k); exact W|]. split; [exact W|]. intros j Q H.
    destruct (proj1 (label_complete j v _ L) H) as (i & E & B). injection E as ->. lia.
  - assert (W : within (graph_of rows) false (N.to_nat k) v) by (apply (proj2 (label_sound _ v) k L); lia).
    split; [exists (N.to_nat k); exact W|]. split; [exact W|]. intros j Q H.
    destruct (proj2 (label_complete j v _ L) H) as (i & E & B). injection E as ->. lia.
  - split; intros (n & H); apply (label_complete n v _ L) in H as (k & E & _); discriminate.
Qed.
End Labels.

(* All labels of a list hold. *)
Theorem all_labels rows labels : right_labels rows labels = true ->
  forall v l, M.find v (rows_of 1 labels) = Some l -> holds (graph_of rows) v l.
Proof. intros R v l. exact (labels_hold rows labels R v l). Qed.
