From Coq Require Import Strings.Ascii Strings.String Strings.Byte Arith NArith List FMapPositive Bool Lia.
Import ListNotations.
Open Scope N_scope.

(* 0, 1, ..., n - 1. *)
Definition count (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).

