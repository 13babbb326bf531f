const longest = 100

/** A description's first line, 100 characters at most (spec: employee-app §9). */
export function excerpt(description: string): string {
  const [line = ''] = description.trim().split('\n')
  return line.length <= longest ? line : `${line.slice(0, longest).trimEnd()}…`
}
