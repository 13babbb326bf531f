import { useSyncExternalStore } from 'react'

/** What Chromium hands out where the app can be put on the home screen. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

let held: InstallPrompt | null = null
const listeners = new Set<() => void>()

function hold(next: InstallPrompt | null): void {
  held = next
  for (const listener of listeners) listener()
}

const isPrompt = (event: Event): event is InstallPrompt => 'prompt' in event

/** Keeps the browser's offer to install until the home shows ours; it comes once, early in a page's life. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    if (isPrompt(event)) hold(event)
  })
  window.addEventListener('appinstalled', () => hold(null))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Has the browser ask whether to install; undefined where it has no such question. */
export function useInstall(): (() => Promise<void>) | undefined {
  const prompt = useSyncExternalStore(subscribe, () => held)
  if (prompt === null) return undefined
  return async () => {
    hold(null) // a prompt serves once
    await prompt.prompt()
  }
}

const isAppleTouch = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

/** On an iPhone or iPad, in the browser: only the person can put the app on the home screen. */
export const canAddByHand = (): boolean =>
  isAppleTouch() && !window.matchMedia('(display-mode: standalone)').matches
