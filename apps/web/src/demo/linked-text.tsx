import { Anchor } from '@mantine/core'
import { Fragment } from 'react'

/** A web address; the punctuation after it does not belong to it. */
const address = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g

/** A plain text with its web addresses as links, each of which shows where it leads. */
export function LinkedText({ text }: { text: string }) {
  const links = [...text.matchAll(address)].map(({ 0: href, index }) => ({ href, index }))
  const endOf = (count: number) => {
    const link = links[count - 1]
    return link === undefined ? 0 : link.index + link.href.length
  }
  return (
    <>
      {links.map(({ href, index }, count) => (
        <Fragment key={index}>
          {text.slice(endOf(count), index)}
          <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
            {href}
          </Anchor>
        </Fragment>
      ))}
      {text.slice(endOf(links.length))}
    </>
  )
}
