// Text from elsewhere, made harmless for a terminal: a device's name must not paint the screen or turn a line around.

// Control characters, the marks that reverse the direction of text, and the separators of lines and paragraphs.
// oxlint-disable-next-line no-control-regex -- these are the ones to find
const dangerous = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

export function safeText(text: string): string {
  return text.replaceAll(dangerous, '\ufffd')
}
