function saveByLink(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** True in an app that was put on an iPhone's home screen: it has no place for downloads, only the share sheet. */
const isOnAppleHomeScreen = () => 'standalone' in navigator && navigator.standalone === true

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // Put away by the person: nothing is to be done. Too long after the tap: the other way.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveByLink(file, file.name)
  }
}

/** Has the browser save a file under a name; no window opens, so none can be blocked. */
export function saveFile(file: Blob, name: string): void {
  const named = new File([file], name, { type: file.type })
  if (isOnAppleHomeScreen() && navigator.canShare?.({ files: [named] })) void share(named)
  else saveByLink(file, name)
}
