use super::*;
use crate::svg;

fn vertex(label: &str, outcome: Outcome) -> Vertex {
    Vertex { label: label.to_owned(), fill: outcome_fill(outcome), ..Vertex::default() }
}

/// A graph with a cycle, a loop, parallel arcs and an isolated vertex.
fn example() -> Diagram {
    let arc = |from, to, thick| Arc { from, to, thick, ..Arc::default() };
    let mut start = vertex("start", Outcome::N);
    start.bold = true;
    start.note = "3 moves".to_owned();
    Diagram {
        vertices: vec![
            start,
            vertex("a", Outcome::P),
            vertex("b", Outcome::N),
            vertex("end", Outcome::P),
            vertex("turn", Outcome::D),
            vertex("alone", Outcome::P),
        ],
        arcs: vec![
            arc(0, 1, true),
            arc(0, 2, false),
            arc(1, 2, false),
            arc(2, 3, true),
            arc(2, 1, false),
            arc(4, 4, false),
            arc(2, 4, false),
            arc(0, 3, false),
            Arc { from: 0, to: 3, colour: Rgb::RED, label: "red".to_owned(), ..Arc::default() },
        ],
        legend: vec![
            (Mark::Fill(outcome_fill(Outcome::N)), "N: the next player wins".to_owned()),
            (Mark::Fill(outcome_fill(Outcome::P)), "P: the previous player wins".to_owned()),
            (Mark::Thick(Rgb::BLACK), "best move".to_owned()),
        ],
        title: Some("A graph".to_owned()),
    }
}

#[test]
fn every_vertex_and_arc_is_drawn() {
    let scene = example().scene().unwrap();
    let arrows =
        scene.elements().iter().filter(|element| matches!(element.shape, Shape::PolyArrow(_)));
    assert_eq!(arrows.count(), 9);
    let text = svg(&scene);
    for label in ["start", "3 moves", "end", "turn", "alone", "red", "best move", "A graph"] {
        assert!(text.contains(&format!(">{label}</text>")), "{label}");
    }
    if let Ok(folder) = std::env::var("UPSTAR_PICTURES") {
        std::fs::write(format!("{folder}/diagram.svg"), text).unwrap();
    }
}

#[test]
fn graphs_too_large_to_read_are_refused() {
    let many = Diagram { vertices: vec![Vertex::default(); 2_001], ..Diagram::default() };
    assert_eq!(many.scene().unwrap_err(), DrawError::Vertices(2_001));
    let wrong = Diagram {
        vertices: vec![Vertex::default()],
        arcs: vec![Arc { to: 1, ..Arc::default() }],
        ..Diagram::default()
    };
    assert!(wrong.scene().unwrap_err().to_string().contains("vertex 1"));
    assert!(Diagram::default().scene().is_ok(), "an empty graph is an empty page");
}

#[test]
fn the_largest_graph_is_drawn() {
    // A path with long arcs back and forth: many layers, many bends.
    let vertices = vec![vertex("v", Outcome::D); MOST_VERTICES];
    let count = MOST_VERTICES as u32;
    let arc = |from, to| Arc { from, to, ..Arc::default() };
    let mut arcs: Vec<Arc> = (1..count).map(|to| arc(to - 1, to)).collect();
    let more = MOST_ARCS as u32 - arcs.len() as u32;
    arcs.extend((0..more).map(|i| arc(i * 7919 % count, i * 104_729 % count)));
    assert!(Diagram { vertices, arcs, ..Diagram::default() }.scene().is_ok());
}
