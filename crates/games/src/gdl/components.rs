//! The strongly connected components of a graph (Tarjan, *Depth-first search and linear graph
//! algorithms*, 1972), without recursion, as graphs here may be deep.

/// The components of the graph whose node `n` needs the nodes `needs[n]`; every component comes
/// after those that it needs.
pub fn components(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut number = vec![NEW; needs.len()];
    let mut low = vec![NEW; needs.len()];
    let mut waiting = vec![false; needs.len()];
    let mut stack = Vec::new();
    let mut found = Vec::new();
    let mut numbered = 0;
    for root in 0..needs.len() {
        if number[root] != NEW {
            continue;
        }
        // The nodes on the way here, and how many of their edges have been followed.
        let mut way = vec![(root, 0)];
        while let Some((node, followed)) = way.last_mut() {
            let node = *node;
            if *followed == 0 {
                number[node] = numbered;
                low[node] = numbered;
                numbered += 1;
                stack.push(node);
                waiting[node] = true;
            }
            if let Some(next) = needs[node].get(*followed) {
                *followed += 1;
                if number[*next] == NEW {
                    way.push((*next, 0));
                } else if waiting[*next] {
                    low[node] = low[node].min(number[*next]);
                }
                continue;
            }
            way.pop();
            if let Some((before, _)) = way.last() {
                low[*before] = low[*before].min(low[node]);
            }
            if low[node] == number[node] {
                let first = stack.iter().rposition(|other| *other == node).unwrap_or_default();
                let component = stack.split_off(first);
                component.iter().for_each(|member| waiting[*member] = false);
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_need() {
        let needs = vec![vec![1], vec![2, 3], vec![1], vec![], vec![0, 4], vec![]];
        let mut found = components(&needs);
        found.iter_mut().for_each(|component| component.sort_unstable());
        assert_eq!(found, [vec![3], vec![1, 2], vec![0], vec![4], vec![5]]);
    }

    #[test]
    fn a_chain_of_any_length_is_no_trouble() {
        let needs: Vec<Vec<usize>> =
            (0..200_000).map(|n| if n == 0 { vec![] } else { vec![n - 1] }).collect();
        assert_eq!(components(&needs).len(), 200_000);
    }
}
