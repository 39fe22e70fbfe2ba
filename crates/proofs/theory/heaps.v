
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
