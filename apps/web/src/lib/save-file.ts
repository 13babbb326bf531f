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

/** True in an app on an iPhone's home screen, which cannot download files but can share them. */
const isOnAppleHomeScreen = () => 'standalone' in navigator && navigator.standalone === true

async function share(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] })
  } catch (error) {
    // AbortError: the user closed the sheet. Any other error, e.g. too late after the tap: save by link.
    if (!(error instanceof DOMException && error.name === 'AbortError')) saveByLink(file, file.name)
  }
}

/** Offers a file to other apps, such as messages; saves it where the browser cannot share files. */
export async function shareFile(file: Blob, name: string): Promise<void> {
  const named = new File([file], name, { type: file.type })
  if (navigator.canShare?.({ files: [named] })) await share(named)
  else saveByLink(file, name)
}

/** Saves a file under a name without opening a window, which the browser could block. */
export function saveFile(file: Blob, name: string): void {
  const named = new File([file], name, { type: file.type })
  if (isOnAppleHomeScreen() && navigator.canShare?.({ files: [named] })) void share(named)
  else saveByLink(file, name)
}
