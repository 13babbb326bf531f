import { useSyncExternalStore } from 'react'

/** Chromium's `beforeinstallprompt` event: the app can be installed. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

let storedPrompt: InstallPrompt | null = null
const listeners = new Set<() => void>()

function setPrompt(next: InstallPrompt | null): void {
  storedPrompt = next
  for (const listener of listeners) listener()
}

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

/** Keeps the browser's install prompt for the home screen's button. The event fires once, soon after loading. */
export function storeInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isPrompt(event)) setPrompt(event)
  })
  window.addEventListener('appinstalled', () => setPrompt(null))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A function that shows the browser's install prompt; undefined where the browser has none. */
export function useInstall(): (() => Promise<void>) | undefined {
  const prompt = useSyncExternalStore(subscribe, () => storedPrompt)
  if (prompt === null) return undefined
  return async () => {
    setPrompt(null) // a prompt can be shown only once
    await prompt.prompt()
  }
}

const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** True in a browser on an iPhone or iPad, where only the user can add the app to the home screen. */
export const canAddByHand = (): boolean =>
  isAppleTouch() && !window.matchMedia('(display-mode: standalone)').matches
