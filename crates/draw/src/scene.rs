//! The contents of a picture: a list of shapes on a page.

/// A colour: red, green and blue, each from 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Black.
    pub const BLACK: Rgb = Rgb(0, 0, 0);
    /// White.
    pub const WHITE: Rgb = Rgb(255, 255, 255);
    /// The grey of grids and minor details.
    pub const GREY: Rgb = Rgb(150, 150, 150);
    /// A light grey, for fills.
    pub const LIGHT_GREY: Rgb = Rgb(222, 222, 222);
    /// Left's colour.
    pub const BLUE: Rgb = Rgb(25, 95, 200);
    /// Right's colour.
    pub const RED: Rgb = Rgb(205, 40, 45);
    /// The colour of pieces that both players may move.
    pub const GREEN: Rgb = Rgb(30, 140, 70);
}

/// How a shape is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The colour of lines; `None` draws none.
    pub stroke: Option<Rgb>,
    /// The width of lines in pixels.
    pub width: f64,
    /// The lengths of dashes and of the gaps between them, in pixels.
    pub dash: Option<(f64, f64)>,
    /// The fill colour (of text: the colour of the letters); `None` for no fill.
    pub fill: Option<Rgb>,
}

impl Style {
    /// A line of one colour and width, nothing inside.
    #[must_use]
    pub const fn line(colour: Rgb, width: f64) -> Self {
        Style { stroke: Some(colour), width, dash: None, fill: None }
    }

    /// The inside of one colour, no line around it. Text is drawn with this.
    #[must_use]
    pub const fn fill(colour: Rgb) -> Self {
        Style { stroke: None, width: 0.0, dash: None, fill: Some(colour) }
    }

    /// The same, with dashes `on` pixels long and gaps of `off` pixels.
    #[must_use]
    pub const fn dashed(self, on: f64, off: f64) -> Self {
        Style { dash: Some((on, off)), ..self }
    }

    /// The same, with `colour` inside.
    #[must_use]
    pub const fn filled(self, colour: Rgb) -> Self {
        Style { fill: Some(colour), ..self }
    }
}

/// The point of a text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The left end.
    Start,
    /// The middle.
    Middle,
    /// The right end.
    End,
}

/// A shape, in pixels from the upper left corner of the page.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A straight line between two points.
    Line {
        /// One end.
        from: (f64, f64),
        /// The other end.
        to: (f64, f64),
    },
    /// A straight line with an arrowhead at `to`.
    Arrow {
        /// Where it begins.
        from: (f64, f64),
        /// Where its tip is.
        to: (f64, f64),
    },
    /// Straight lines through the points in turn.
    Polyline(Vec<(f64, f64)>),
    /// A polyline with an arrowhead at its last point.
    PolyArrow(Vec<(f64, f64)>),
    /// The closed figure through the points in turn.
    Polygon(Vec<(f64, f64)>),
    /// A rectangle.
    Rectangle {
        /// The upper left corner.
        corner: (f64, f64),
        /// Width and height.
        size: (f64, f64),
        /// The radius of its corners; 0 makes them sharp.
        round: f64,
    },
    /// A circle.
    Circle {
        /// Its centre.
        centre: (f64, f64),
        /// Its radius.
        radius: f64,
    },
    /// One line of text.
    Text {
        /// The point that `anchor` names, on the base line.
        at: (f64, f64),
        /// The text; characters that XML forbids are drawn as U+FFFD.
        text: String,
        /// The height of the letters in pixels.
        size: f64,
        /// Which point of the text is `at`.
        anchor: Anchor,
        /// Whether it is bold.
        bold: bool,
    },
}

/// A shape, how it is drawn, and what it is called.
#[derive(Clone, Debug, PartialEq)]
pub struct Element {
    /// The shape.
    pub shape: Shape,
    /// How it is drawn.
    pub style: Style,
    /// The name by which a page or a program finds it: the attribute `data-id`.
    pub id: Option<String>,
    /// The words shown when the pointer rests on it.
    pub title: Option<String>,
}

/// A picture: shapes on a page, drawn in the order in which they were added.
///
/// ```
/// use upstar_draw::{Rgb, Scene, Shape, Style, svg};
///
/// let mut scene = Scene::new(100.0, 40.0);
/// scene.line((10.0, 20.0), (90.0, 20.0), Style::line(Rgb::BLUE, 2.0));
/// scene.text((50.0, 15.0), "a < b", 12.0);
/// assert!(svg(&scene).contains("a &lt; b"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    width: f64,
    height: f64,
    elements: Vec<Element>,
}

impl Scene {
    /// An empty page of `width` by `height` pixels.
    ///
    /// Sizes that are not finite or below 1 are taken as 1.
    #[must_use]
    pub fn new(width: f64, height: f64) -> Self {
        let size = |length: f64| if length.is_finite() { length.max(1.0) } else { 1.0 };
        Scene { width: size(width), height: size(height), elements: Vec::new() }
    }

    /// The width of the page in pixels.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.width
    }

    /// The height of the page in pixels.
    #[must_use]
    pub fn height(&self) -> f64 {
        self.height
    }

    /// What is drawn, in the order of drawing.
    #[must_use]
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    /// Adds a shape; the element can be given an id and a title.
    pub fn push(&mut self, shape: Shape, style: Style) -> &mut Element {
        self.elements.push(Element { shape, style, id: None, title: None });
        let last = self.elements.len() - 1;
        &mut self.elements[last]
    }

    /// Adds a straight line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), style: Style) -> &mut Element {
        self.push(Shape::Line { from, to }, style)
    }

    /// Adds straight lines through `points` in turn.
    pub fn polyline(&mut self, points: Vec<(f64, f64)>, style: Style) -> &mut Element {
        self.push(Shape::Polyline(points), style)
    }

    /// Adds a rectangle with sharp corners.
    pub fn rectangle(
        &mut self,
        corner: (f64, f64),
        size: (f64, f64),
        style: Style,
    ) -> &mut Element {
        self.push(Shape::Rectangle { corner, size, round: 0.0 }, style)
    }

    /// Adds a circle.
    pub fn circle(&mut self, centre: (f64, f64), radius: f64, style: Style) -> &mut Element {
        self.push(Shape::Circle { centre, radius }, style)
    }

    /// Adds black text, centred over `at`, `size` pixels high.
    pub fn text(&mut self, at: (f64, f64), text: impl Into<String>, size: f64) -> &mut Element {
        self.text_anchored(at, text, size, Anchor::Middle)
    }

    /// Adds black text whose point `anchor` is at `at`.
    pub fn text_anchored(
        &mut self,
        at: (f64, f64),
        text: impl Into<String>,
        size: f64,
        anchor: Anchor,
    ) -> &mut Element {
        let text = Shape::Text { at, text: text.into(), size, anchor, bold: false };
        self.push(text, Style::fill(Rgb::BLACK))
    }

    /// Adds all shapes of another picture, `(right, down)` of where they are in it.
    pub fn append(&mut self, other: &Scene, (right, down): (f64, f64)) {
        let moved = |(x, y): (f64, f64)| (x + right, y + down);
        let all = |points: &[(f64, f64)]| points.iter().copied().map(moved).collect();
        for element in &other.elements {
            let shape = match &element.shape {
                Shape::Line { from, to } => Shape::Line { from: moved(*from), to: moved(*to) },
                Shape::Arrow { from, to } => Shape::Arrow { from: moved(*from), to: moved(*to) },
                Shape::Polyline(points) => Shape::Polyline(all(points)),
                Shape::PolyArrow(points) => Shape::PolyArrow(all(points)),
                Shape::Polygon(points) => Shape::Polygon(all(points)),
                Shape::Rectangle { corner, size, round } => {
                    Shape::Rectangle { corner: moved(*corner), size: *size, round: *round }
                }
                Shape::Circle { centre, radius } => {
                    Shape::Circle { centre: moved(*centre), radius: *radius }
                }
                Shape::Text { at, text, size, anchor, bold } => Shape::Text {
                    at: moved(*at),
                    text: text.clone(),
                    size: *size,
                    anchor: *anchor,
                    bold: *bold,
                },
            };
            self.elements.push(Element { shape, ..element.clone() });
        }
    }

    /// About how wide `text` is in pixels when its letters are `size` high.
    ///
    /// An estimate for layout, good to a tenth for ordinary texts.
    #[must_use]
    pub fn text_width(text: &str, size: f64) -> f64 {
        let em: f64 = text
            .chars()
            .map(|c| match c {
                'i' | 'j' | 'l' | 'I' | '|' | '.' | ',' | ':' | ';' | '\'' | '!' | ' ' => 0.32,
                '(' | ')' | '[' | ']' | 'f' | 't' | 'r' | '/' | '-' => 0.40,
                'm' | 'w' | 'M' | 'W' | '@' | '%' | '+' | '=' | '<' | '>' | '±' => 0.84,
                c if c.is_ascii_uppercase() => 0.69,
                c if (c as u32) < 0x2E80 => 0.62,
                _ => 1.0,
            })
            .sum();
        em * size
    }
}

impl Element {
    /// Names the element: the attribute `data-id` of the picture.
    pub fn with_id(&mut self, id: impl Into<String>) -> &mut Self {
        self.id = Some(id.into());
        self
    }

    /// Words shown when the pointer rests on the element.
    pub fn with_title(&mut self, title: impl Into<String>) -> &mut Self {
        self.title = Some(title.into());
        self
    }

    /// The same shape, drawn in another way.
    pub fn with_style(&mut self, style: Style) -> &mut Self {
        self.style = style;
        self
    }

    /// The line and the arrowhead of an arrow; `None` for other shapes. Each arrow has a separate
    /// arrowhead, because a shared one would have to know the colours.
    pub(crate) fn arrow_parts(&self) -> Option<Vec<Element>> {
        let points = match &self.shape {
            Shape::Arrow { from, to } => vec![*from, *to],
            Shape::PolyArrow(points) => points.clone(),
            _ => return None,
        };
        let [.., before, tip] = points[..] else { return Some(Vec::new()) };
        let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
        let length = dx.hypot(dy);
        let head = 5.0 + 2.0 * self.style.width;
        let unit = if length > 0.0 { (dx / length, dy / length) } else { (0.0, 1.0) };
        let neck = (tip.0 - unit.0 * head, tip.1 - unit.1 * head);
        let wing = (unit.1 * head * 0.42, -unit.0 * head * 0.42);
        let mut shaft = points;
        shaft.pop();
        shaft.push((tip.0 - unit.0 * head * 0.8, tip.1 - unit.1 * head * 0.8));
        let line = Element {
            shape: Shape::Polyline(shaft),
            style: Style { fill: None, ..self.style },
            ..self.clone()
        };
        let head = Element {
            shape: Shape::Polygon(vec![
                tip,
                (neck.0 + wing.0, neck.1 + wing.1),
                (neck.0 - wing.0, neck.1 - wing.1),
            ]),
            style: Style::fill(self.style.stroke.unwrap_or(Rgb::BLACK)),
            id: None,
            title: None,
        };
        Some(vec![line, head])
    }

    /// Makes a text bold; other shapes stay as they are.
    pub fn bold(&mut self) -> &mut Self {
        if let Shape::Text { bold, .. } = &mut self.shape {
            *bold = true;
        }
        self
    }
}
