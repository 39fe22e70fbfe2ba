
(* Col and Snort on a graph of n vertices: Left colours a vertex blue, Right red. In Col neighbours
   may not have the same colour, in Snort they may not have different ones. Digit v: Left may still
   take the vertex v; n + v: Right may. *)
Definition neighbours (edges : list (N * N)) (v : N) : list N :=
  flat_map (fun e => (if fst e =? v then [snd e] else []) ++ (if snd e =? v then [fst e] else [])) edges.
Definition colours (n : N) (edges : list (N * N)) (same : bool) : board_game :=
  let takes mine lost v := Rule (bit (mine + v)) (bits ([v; n + v] ++ map (N.add lost) (neighbours edges v))) 0 in
  BoardGame (map (takes 0 (if same then 0 else n)) (count n)) (map (takes n (if same then n else 0)) (count n)).
Definition col (n : N) (edges : list (N * N)) : board_game := colours n edges true.
Definition snort (n : N) (edges : list (N * N)) : board_game := colours n edges false.
(* B: both may take the vertex, l: only Left, r: only Right. *)
Definition open_to (vertices : string) : N :=
  let n := N.of_nat (String.length vertices) in
  bits (marked "B"%char [vertices] ++ marked "l"%char [vertices] ++
    map (N.add n) (marked "B"%char [vertices] ++ marked "r"%char [vertices])).
