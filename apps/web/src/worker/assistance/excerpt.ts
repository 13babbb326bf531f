const longest = 100

/** First line of a description, cut to 100 characters plus an ellipsis (spec: employee-app §9). */
export function excerpt(description: string): string {
  const [line = ''] = description.trim().split('\n')
  return line.length <= longest ? line : `${line.slice(0, longest).trimEnd()}…`
}
