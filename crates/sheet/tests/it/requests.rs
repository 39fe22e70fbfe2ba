//! Requests that are damaged at one place: each is refused or answered, as the fuzz target wants it.

#[path = "../../../../fuzz/src/requests.rs"]
#[allow(unreachable_pub)] // a library of its own there
mod fuzz;

const REQUESTS: [&str; 9] = [
    r#"{"id":1,"ask":"run","cells":[{"cell":"a","source":"g := {1|-1}"},{"cell":"b","source":"g/2"}]}"#,
    r#"{"id":2,"ask":"describe","subject":"nim(2,3)"}"#,
    r#"{"id":3,"ask":"view","position":"snort(\"2x3\")"}"#,
    r#"{"id":4,"ask":"draw","subject":"domineering(\"2x2\")"}"#,
    r#"{"id":5,"ask":"moves","position":"kayles(5)","mover":"Left","misere":true}"#,
    r#"{"id":6,"ask":"review","positions":[["nim(1,2)","Left"]],"misere":false}"#,
    r#"{"id":7,"ask":"graph","name":"g.csv","text":"from,to\na,b\nb,c\n"}"#,
    r#"{"id":8,"ask":"sequence","game":"kayles","to":20}"#,
    r#"{"id":9,"ask":"stop","of":1}"#,
];

#[test]
fn damaged_requests_are_refused_or_answered() {
    for request in REQUESTS {
        fuzz::requests(request.as_bytes());
        for place in 0..request.len() {
            for other in ["", "9", "\"", "}", "-", "\\u0000", "\u{221e}"] {
                let damaged = [&request[..place], other, &request[place + 1..]].concat();
                fuzz::requests(damaged.as_bytes());
            }
        }
    }
}
