/** The body of a call with a file: text fields, and the file in its own field. */
export function formOf(fields: Record<string, string | number | Blob>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.append(name, value, value.name)
    else form.append(name, value instanceof Blob ? value : String(value))
  }
  return form
}
