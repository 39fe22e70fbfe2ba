//! The tests of the public interface, as one program to save link time.

mod bandit;
mod bounds;
mod common;
mod engine;
mod entailed_moves;
mod facts;
mod games;
mod hare_and_hounds;
mod heaps;
mod in_a_row;
mod lines;
mod misere;
mod nimstring;
mod options;
mod outside;
mod own_games;
mod pairs;
mod peers_facts;
mod peers_options;
mod peers_theorems;
mod search;
mod solve;
mod sources;
mod store;
mod thermographs;
mod whole_catalogue;
