//! Pictures of values as graphs, and of their order.

use upstar::core::Budget;
use upstar::draw::{Element, Rgb, Shape};
use upstar::lang::{Session, Style};
use upstar::{ups_and_nimbers_scene, value_scene};

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

/// Dehornoy, figure 22 and exercise 3.7: n.^ + *m is positive for n > 1, and for
/// n = 1 unless m = 1; fuzzy for n = 0 < m and for ^*.
#[test]
fn colours_are_the_outcomes() {
    let scene = ups_and_nimbers_scene(3, 3, &Budget::unlimited()).unwrap();
    let fill = |id: &str| {
        let named = scene.elements().iter().find(|element| element.id.as_deref() == Some(id));
        named.unwrap_or_else(|| panic!("{id}")).style.fill.unwrap()
    };
    for id in ["^", "^*2", "^*3", "^^", "^^*", "^^*2", "^3*3"] {
        assert_eq!(fill(id), Rgb::BLUE, "{id}");
    }
    for id in ["v", "v*2", "vv*", "v3"] {
        assert_eq!(fill(id), Rgb::RED, "{id}");
    }
    for id in ["*", "*2", "*3", "^*", "v*"] {
        assert_eq!(fill(id), Rgb::GREEN, "{id}");
    }
    assert_eq!(fill("0"), Rgb::WHITE);
    // A line joins values that are one up apart unless they differ by ^*.
    let lines =
        scene.elements().iter().filter(|element| matches!(element.shape, Shape::Line { .. }));
    assert_eq!(lines.count(), 6 * 4 * 3);
}
