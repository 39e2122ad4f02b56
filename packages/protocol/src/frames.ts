// The frames of a session: 8-byte heads, then a payload. All numbers big-endian.
//
//   byte 0      type
//   bytes 1..3  payload length, 0 … framePayloadBytesMax
//   bytes 4..7  stream id; 0 is the session itself. The initiator opens odd ids, each once, counting up.
//
//   type        payload
//   1 HELLO     JSON: {protocol, windowBytes, streamsMax}: the first frame of both ends, stream 0
//   2 GRANT     grant id u32, then a ticket: from now on OPEN may name this grant id. Stream 0
//   3 REVOKE    grant id u32: its streams are reset. Stream 0
//   4 OPEN      grant id u32, receive window u32, then the initiator's source address as text
//   5 ACCEPT    receive window u32
//   6 REFUSE    code u16, then a message as text: this stream never was
//   7 DATA      bytes, at the stream's running offset
//   8 WINDOW    consumed offset u64, receive window u32: bytes up to consumed + window may be sent. Acknowledges, too.
//   9 FIN       nothing: no more DATA from this end
//  10 RESET     code u16, then a message as text: the stream is over both ways
//  11 DATAGRAM  one datagram of an open stream: unordered by nature, dropped when the queue is full
//  12 PING      8 bytes; 13 PONG the same 8 bytes. Stream 0
//  14 GOAWAY    code u16, then a message as text: the session ends with this reason. Stream 0
//  15 ACK       received bytes u64: all of the session's, over all links. Only over a resumable link. Stream 0
//  16 SIGNAL    text: what the programs at the two ends tell each other. Stream 0
//  17 VOID      bytes that mean nothing: what was a DATAGRAM, and would have to be sent again over another link, too late
//
// Where a link carries datagrams beside its bytes, one of a stream is the stream's id (u32), then the datagram. A copy of
// DATA, which may come before the frame itself does, is 0 (u32), the stream's id (u32), its offset (u64), then the bytes.

export const frameHeadBytes = 8
/** So much bulk goes in one frame that its head costs nothing, and so little that others get their turn soon. */
export const framePayloadBytesMax = 262_144 - frameHeadBytes
/** UDP carries no larger one. */
export const datagramBytesMax = 65_535
/** Before a datagram that travels beside the bytes. */
export const datagramHeadBytes = 4
/** Before a copy of DATA that does. */
export const copyHeadBytes = 16

/** Room for a dozen addresses and their reasons. */
export const signalBytesMax = 16_384

export const frameType = {
  hello: 1,
  grant: 2,
  revoke: 3,
  open: 4,
  accept: 5,
  refuse: 6,
  data: 7,
  window: 8,
  fin: 9,
  reset: 10,
  datagram: 11,
  ping: 12,
  pong: 13,
  goaway: 14,
  ack: 15,
  signal: 16,
  void: 17,
} as const
export type FrameType = (typeof frameType)[keyof typeof frameType]
