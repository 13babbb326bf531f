import { useEffect } from 'react'
import { productName } from './brand.ts'

let screenTitle: string | undefined
let subjects: readonly { text: string }[] = []

const writeTitle = () => {
  document.title = [subjects.at(-1)?.text ?? screenTitle, productName()].filter(Boolean).join(' · ')
}

/** Sets the screen's name in the tab's title; what `usePageTitle` shows comes before it. */
export function setScreenTitle(title: string | undefined): void {
  screenTitle = title
  writeTitle()
}

/** Leads the tab's title with a record, such as folio and name, while the component shows it. */
export function usePageTitle(subject: string | undefined): void {
  useEffect(() => {
    if (subject === undefined) return
    const own = { text: subject }
    subjects = [...subjects, own]
    writeTitle()
    return () => {
      subjects = subjects.filter((other) => other !== own)
      writeTitle()
    }
  }, [subject])
}
