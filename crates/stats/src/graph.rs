//! Strongly connected components.

/// Directed edges between numbered nodes.
pub(crate) struct Graph {
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
}

impl Graph {
    /// Nodes without edges.
    pub(crate) fn new(nodes: usize) -> Self {
        Self {
            successors: vec![Vec::new(); nodes],
            predecessors: vec![Vec::new(); nodes],
        }
    }

    /// Adds an edge.
    pub(crate) fn add(&mut self, from: usize, to: usize) {
        self.successors[from].push(to);
        self.predecessors[to].push(from);
    }
}

impl Graph {
    /// Whether each node is one of these or is reached from one along edges.
    pub(crate) fn reached_from(&self, nodes: &[usize]) -> Vec<bool> {
        reached(&self.successors, nodes)
    }

    /// Whether each node is one of these or reaches one along edges.
    pub(crate) fn reaching(&self, nodes: &[usize]) -> Vec<bool> {
        reached(&self.predecessors, nodes)
    }
}

fn reached(edges: &[Vec<usize>], from: &[usize]) -> Vec<bool> {
    let mut seen = vec![false; edges.len()];
    for &start in from {
        search(edges, start, &mut seen, &mut Vec::new());
    }
    seen
}

/// The strongly connected components in topological order, each in ascending order.
///
/// Kosaraju's algorithm: a depth-first search, then a search along reversed edges in reverse order of
/// completion (M. Sharir, Computers & Mathematics with Applications 7 (1981) 67–72).
pub(crate) fn components(graph: &Graph) -> Vec<Vec<usize>> {
    let nodes = graph.successors.len();
    let mut seen = vec![false; nodes];
    let mut completed = Vec::with_capacity(nodes);
    for start in 0..nodes {
        search(&graph.successors, start, &mut seen, &mut completed);
    }
    seen.fill(false);
    let mut components = Vec::new();
    for &start in completed.iter().rev() {
        let mut component = Vec::new();
        search(&graph.predecessors, start, &mut seen, &mut component);
        component.sort_unstable();
        components.push(component);
    }
    components.retain(|component| !component.is_empty());
    components
}

/// Appends all nodes first reached from `start`, in the order in which the depth-first search completes
/// them.
fn search(edges: &[Vec<usize>], start: usize, seen: &mut [bool], completed: &mut Vec<usize>) {
    if std::mem::replace(&mut seen[start], true) {
        return;
    }
    let mut path = vec![(start, 0)];
    while let Some((node, next)) = path.last_mut() {
        if let Some(&to) = edges[*node].get(*next) {
            *next += 1;
            if !std::mem::replace(&mut seen[to], true) {
                path.push((to, 0));
            }
        } else {
            completed.push(*node);
            path.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Graph, components};

    fn of(nodes: usize, edges: &[(usize, usize)]) -> Vec<Vec<usize>> {
        let mut graph = Graph::new(nodes);
        for &(from, to) in edges {
            graph.add(from, to);
        }
        components(&graph)
    }

    #[test]
    fn a_cycle_is_one_component() {
        assert_eq!(of(3, &[(0, 1), (1, 2), (2, 0)]), [[0, 1, 2]]);
    }

    #[test]
    fn components_come_before_those_they_lead_to() {
        let edges = [(4, 3), (3, 4), (3, 0), (0, 2), (2, 0), (2, 1)];
        assert_eq!(of(5, &edges), [vec![3, 4], vec![0, 2], vec![1]]);
    }

    #[test]
    fn nodes_without_edges_are_components_of_their_own() {
        assert_eq!(of(2, &[]).len(), 2);
    }

    #[test]
    fn a_long_path_needs_no_deep_stack() {
        let path: Vec<(usize, usize)> = (0..200_000).map(|i| (i, i + 1)).collect();
        assert_eq!(of(200_001, &path).len(), 200_001);
    }
}
