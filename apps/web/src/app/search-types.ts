import type { LinkProps } from '@tanstack/react-router'

export type EntryLink = Pick<LinkProps, 'to' | 'params' | 'search'>

/** What an entry does when it is chosen: it opens a link or runs a command. */
export type SearchEntry = {
  key: string
  label: string
  /** Distinguishes entries with the same label. */
  detail: string
} & ({ link: EntryLink } | { run: () => void })

export interface SearchGroup {
  title: string
  entries: readonly SearchEntry[]
}

/** Commands of the layout, which every screen offers. */
export interface LayoutCommands {
  onHelp: () => void
  onSignOut: () => void
}
