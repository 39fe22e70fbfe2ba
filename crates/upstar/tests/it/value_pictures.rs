//! Pictures of values as graphs.

use upstar::core::Budget;
use upstar::draw::{Element, Shape};
use upstar::lang::{Session, Style};
use upstar::value_scene;

#[test]
fn graphs_have_the_positions_and_the_moves_of_values() {
    let (mut session, budget) = (Session::new(), Budget::unlimited());
    for (text, vertices, moves) in [
        ("over", 2, 2),
        ("{2||1|0}", 5, 4),
        ("5", 2, 1),
        ("a{0||||0|||a|*||*}", 6, 10),
        ("dud", 2, 2),
        ("over & 0", 3, 2),
        ("*[3,[2]]", 6, 9),
        ("'{*|*}'", 3, 4),
        ("'{1|0,0}'.Form", 3, 3),
        ("'{0,*|*}'.MisereSimplest(\"dicot\")", 3, 4),
    ] {
        let value = session.evaluate(text, &budget).unwrap().unwrap();
        let scene = value_scene(&session, &value, Style::Plain, &budget).unwrap();
        let count = |is: fn(&Element) -> bool| {
            scene.elements().iter().filter(|element| is(element)).count()
        };
        assert_eq!(count(|element| element.id.is_some()), vertices, "{text}");
        let arrows = count(|element| matches!(element.shape, Shape::PolyArrow(_)));
        assert_eq!(arrows, moves, "{text}");
    }
    let value = session.evaluate("1 < 2", &budget).unwrap().unwrap();
    assert!(value_scene(&session, &value, Style::Plain, &budget).is_err());
}
