package lockkeeper

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

const (
	longestLine = 1 << 20
	// A longer line would end the connection, and with it all other leases.
	longestRequest = 60_000
	longestPath    = 107
	idle           = time.Duration(1 << 62)
)

// A session is one connection, with a goroutine that reads it and one that beats while there is something to beat for. Its mutex guards
// all below, and lines are written under it: the order of their ids is the order of the lines.
type session struct {
	sync.Mutex
	connection net.Conn
	path       string
	bound      time.Duration  // of an answer
	hello      map[string]any // by which it is resumed
	closed     bool
	last       int64
	written    map[int64]moment
	asked      map[int64]*request
	unsaid     []*request    // releases, while there is no connection
	releasing  time.Duration // the longest ttl of what was released
	leases     map[string]*held
	beatEvery  time.Duration
	refusal    error
	woken      chan struct{}
	over       atomic.Bool
	isAway     atomic.Bool // it has no connection now
	beating    atomic.Bool // one beat is unanswered at most: a host agent that stands still is not written full
}

type request struct {
	line   map[string]any
	name   string
	ttl    time.Duration // zero for what needs no beat
	answer chan answer
	gone   bool  // its caller waits no more
	number int64 // zero until it is written
}

type answer struct {
	line line
	held *held
	err  error
}

// A held is what is known of a lease. Its mutex, under which nothing is written, guards what is below. A loss and a release end it for good.
type held struct {
	session *session
	number  string
	name    string
	token   int64
	ttl     time.Duration
	context context.Context
	end     context.CancelCauseFunc
	sync.Mutex
	before   moment
	lasts    time.Duration
	timer    *time.Timer
	lost     string
	released bool
}

type line struct {
	Seen, Re int64
	BeatMs   int64
	Session  string
	Key      string
	Queued   json.RawMessage
	Granted  *struct {
		Lease         string
		Token, LeftMs int64
	}
	Refused *struct {
		Holder  *Holder
		Waiting int
	}
	Released *struct{ WasHeld bool }
	Left     map[string]int64
	Lost     *struct{ Lease, Cause, By, Reason string }
	Error    *struct{ Code, Text string }

	Cancelled bool
}

func connectionError(text string, values ...any) error {
	return &Error{Code: "connection", Text: fmt.Sprintf(text, values...)}
}

// A noHost says that there is no host agent now. A moment later there may be one: the request is repeated inside its bound.
type noHost struct {
	code, text string
	full       bool
}

func (e *noHost) Error() string { return e.text }

func noHostError(text string, values ...any) *noHost {
	return &noHost{code: "connection", text: fmt.Sprintf(text, values...)}
}

func errorOf(code, text string) error {
	if code == "ending" {
		return &noHost{code: code, text: text}
	}
	return &Error{code, text}
}

func connect(ctx context.Context, path string, hello map[string]any, bound time.Duration) (*session, error) {
	if err := requireOwn(path); err != nil {
		return nil, err
	}
	connection, err := (&net.Dialer{}).DialContext(ctx, "unix", path)
	if err != nil {
		return nil, undialled(path, err)
	}
	s := &session{connection: connection, path: path, bound: bound, written: map[int64]moment{}, asked: map[int64]*request{}, leases: map[string]*held{},
		beatEvery: 2 * time.Second, woken: make(chan struct{}, 1)}
	go s.read()
	welcome, _, err := s.ask(ctx, hello, "", 0)
	if err != nil {
		connection.Close()
		if ctx.Err() != nil {
			return nil, noHostError("The host agent at %s did not answer in time. No lock was requested.", path)
		}
		return nil, err
	}
	s.Lock()
	if welcome.line.BeatMs > 0 {
		s.beatEvery = time.Duration(welcome.line.BeatMs) * time.Millisecond
	}
	if welcome.line.Key != "" {
		s.hello = maps.Clone(hello)
		s.hello["session"], s.hello["key"] = welcome.line.Session, welcome.line.Key
	}
	s.Unlock()
	go s.beat()
	return s, nil
}

func undialled(path string, err error) error {
	text := fmt.Sprintf("The host agent at %s does not answer: %v. No lock was requested.", path, err)
	for _, gone := range []error{syscall.ENOENT, syscall.ECONNREFUSED, syscall.ECONNRESET, syscall.EPIPE, syscall.EAGAIN, os.ErrDeadlineExceeded} {
		if errors.Is(err, gone) {
			return &noHost{"connection", text, gone == syscall.EAGAIN}
		}
	}
	return &Error{"connection", text}
}

func hello(c *Client) map[string]any {
	line := map[string]any{"hello": 1, "service": c.Service, "client": "go/0.1", "pid": os.Getpid()}
	namespace, failed := os.Readlink("/proc/self/ns/pid")
	boot, unread := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if failed == nil && unread == nil {
		line["pidns"], line["boot"] = namespace, string(boot[:len(boot)-1])
	}
	if c.Instance != "" {
		line["instance"] = c.Instance
	}
	if c.Store != "" {
		line["store"] = c.Store
	}
	return line
}

// Whoever can put a socket there could grant everybody everything.
func requireOwn(path string) error {
	if len(path) > longestPath {
		return connectionError("The path of the host agent's socket has %d bytes; at most %d are possible.", len(path), longestPath)
	}
	named := os.Getenv("LOCKKEEPER_HOST_USER")
	if named == "any" {
		return nil
	}
	trusted := map[uint32]bool{0: true, uint32(os.Getuid()): true}
	if id, err := strconv.ParseUint(named, 10, 32); err == nil {
		trusted[uint32(id)] = true
	}
	for _, file := range []string{path, filepath.Dir(path)} {
		found, err := os.Lstat(file)
		if errors.Is(err, os.ErrNotExist) {
			return noHostError("There is no host agent at %s: %v. Is `lockkeeper serve` running?", path, err)
		}
		if err != nil {
			return connectionError("The host agent's socket %s is not to be seen: %v.", path, err)
		}
		owner := found.Sys().(*syscall.Stat_t).Uid
		if !trusted[owner] || found.IsDir() && found.Mode().Perm()&0o002 != 0 {
			return connectionError("%s belongs to user %d, or every user may write to it: give the host agent's user id in"+
				" LOCKKEEPER_HOST_USER.", file, owner)
		}
	}
	return nil
}

// write sends a line with the next id. Under the mutex.
func (s *session) write(line map[string]any, asked *request) (int64, bool) {
	if s.over.Load() || s.isAway.Load() {
		return 0, false
	}
	s.last++
	numbered := map[string]any{"id": s.last}
	for member, value := range line {
		numbered[member] = value
	}
	text, err := json.Marshal(numbered)
	if err != nil {
		panic(err) // strings, numbers and maps of strings
	}
	if asked != nil {
		s.asked[s.last], asked.number = asked, s.last
	}
	s.connection.SetWriteDeadline(time.Now().Add(s.bound))
	s.written[s.last] = now()
	if _, err := s.connection.Write(append(text, '\n')); err != nil {
		delete(s.asked, s.last)
		s.connection.Close()
		return 0, false
	}
	return s.last, true
}

// ask sends a request and waits for its answer; what is granted after the context's end is released. Whether it was sent.
func (s *session) ask(ctx context.Context, line map[string]any, name string, ttl time.Duration) (answer, bool, error) {
	if err := ctx.Err(); err != nil {
		return answer{}, true, err
	}
	asked := &request{line: line, name: name, ttl: ttl, answer: make(chan answer, 1)}
	s.Lock()
	_, sent := s.write(line, asked)
	if _, releases := line["release"]; !sent && releases && s.hello != nil && !s.over.Load() {
		s.unsaid, sent = append(s.unsaid, asked), true
	}
	refusal := s.refusal
	s.Unlock()
	if !sent && refusal == nil {
		refusal = noHostError("The connection to the host agent has ended.")
	}
	if !sent {
		return answer{}, false, refusal
	}
	s.wake()
	select {
	case given := <-asked.answer:
		return given, true, given.err
	case <-ctx.Done():
		go s.giveUp(asked)
		return answer{}, true, ctx.Err()
	}
}

func (s *session) giveUp(asked *request) {
	s.Lock()
	defer s.Unlock()
	asked.gone = true
	select {
	case given := <-asked.answer:
		if given.held != nil {
			s.undo(given.held)
		}
	default:
		if asked.ttl > 0 {
			s.write(map[string]any{"cancel": asked.number}, nil)
		}
	}
}

// giveBack releases what nothing is left of.
func (s *session) giveBack(granted *held) {
	s.Lock()
	defer s.Unlock()
	s.undo(granted)
}

// undo releases a grant whose caller does not have it. Under the mutex.
func (s *session) undo(granted *held) {
	granted.finish()
	delete(s.leases, granted.number)
	s.write(map[string]any{"release": granted.number}, nil)
}

func (s *session) release(released *held) bool {
	wasHeld := released.finish()
	s.Lock()
	_, there := s.leases[released.number]
	s.releasing = max(s.releasing, released.ttl)
	delete(s.leases, released.number)
	s.Unlock()
	if !there {
		return false
	}
	within, cancel := context.WithTimeout(context.Background(), s.bound)
	defer cancel()
	answer, _, err := s.ask(within, map[string]any{"release": released.number}, "", 0)
	if err != nil || !wasHeld || answer.line.Released == nil {
		return false
	}
	if !answer.line.Released.WasHeld {
		released.lostBeforeItsRelease()
	}
	return answer.line.Released.WasHeld
}

func (s *session) read() {
	for again := true; again; again = s.resume() {
		lines := bufio.NewScanner(s.connection)
		lines.Buffer(nil, longestLine)
		for lines.Scan() {
			var heard line
			if json.Unmarshal(lines.Bytes(), &heard) != nil || !s.hear(heard) {
				break
			}
		}
	}
	s.ended()
}

// resume goes on with the session on another connection; false if nothing is left of it.
func (s *session) resume() bool {
	s.connection.Close()
	s.isAway.Store(true)
	began := now()
	for attempts := 1; since(began) < s.lasts(); attempts++ {
		time.Sleep(min(150*time.Millisecond+rand.N(150*time.Millisecond), time.Duration(attempts)*(20*time.Millisecond+rand.N(30*time.Millisecond))))
		if requireOwn(s.path) != nil {
			continue
		}
		if connection, err := net.DialTimeout("unix", s.path, s.bound); err == nil {
			s.Lock()
			s.connection = connection
			s.isAway.Store(false)
			s.beating.Store(false)
			s.sayAgain()
			s.Unlock()
			s.wake()
			return true
		}
	}
	return false
}

// lasts is how long something may be left: a lease until its deadline, released or not, a wait as long as the lock's queue keeps it.
func (s *session) lasts() time.Duration {
	s.Lock()
	defer s.Unlock()
	longest := time.Duration(0)
	if s.hello == nil || s.closed {
		return longest
	}
	for _, asked := range s.asked {
		if _, releases := asked.line["release"]; releases {
			longest = max(longest, s.releasing)
		} else if !asked.gone && asked.ttl > 0 {
			longest = max(longest, min(asked.ttl, 30*time.Second))
		} else if !asked.gone {
			longest = max(longest, s.bound)
		}
	}
	if len(s.unsaid) > 0 {
		longest = max(longest, s.releasing)
	}
	for _, lease := range s.leases {
		if lease.left() > 0 {
			longest = max(longest, lease.ttl)
		}
	}
	return longest
}

// sayAgain resumes. Requests that wait keep their ids; those that their callers gave up end. Under the mutex.
func (s *session) sayAgain() {
	leases, waits, unsaid := []string{}, []int64{}, s.unsaid
	for number, asked := range s.asked {
		if _, releases := asked.line["release"]; releases {
			unsaid = append(unsaid, asked)
		}
		if asked.ttl > 0 && !asked.gone {
			waits = append(waits, number)
		} else {
			delete(s.asked, number)
		}
	}
	for number, lease := range s.leases {
		if lease.left() > 0 {
			leases = append(leases, number)
		}
	}
	for _, asked := range unsaid {
		leases = append(leases, asked.line["release"].(string))
	}
	claims := maps.Clone(s.hello)
	claims["leases"], claims["waits"] = leases, waits
	s.write(claims, nil)
	s.unsaid = nil
	for _, asked := range unsaid {
		if _, sent := s.write(asked.line, asked); !sent {
			s.unsaid = append(s.unsaid, asked)
		}
	}
}

// hear takes a line up; false if it answers none that was written.
func (s *session) hear(heard line) bool {
	s.Lock()
	defer s.Unlock()
	before, known := s.written[heard.Seen]
	if !known && heard.Error == nil {
		return false
	}
	for number := range s.written {
		if number < heard.Seen {
			delete(s.written, number)
		}
	}
	if heard.Error != nil && heard.Error.Code == "resume" { // there is no such session
		s.hello = nil
	}
	switch {
	case heard.Queued != nil:
	case heard.Error != nil && heard.Re == 0:
		s.refusal = errorOf(heard.Error.Code, heard.Error.Text)
	case heard.Left != nil:
		s.beating.Store(false)
		for number, lease := range s.leases {
			lease.extend(before, time.Duration(heard.Left[number])*time.Millisecond)
		}
	case heard.Lost != nil:
		if lease := s.leases[heard.Lost.Lease]; lease != nil {
			cause := heard.Lost.Cause
			if heard.Lost.By != "" {
				cause = fmt.Sprintf("%s by %s: %s", cause, heard.Lost.By, heard.Lost.Reason)
			}
			lease.lose(cause)
		}
	default:
		if asked := s.asked[heard.Re]; asked != nil {
			delete(s.asked, heard.Re)
			s.answered(asked, heard, before)
		}
	}
	return true
}

func (s *session) answered(asked *request, heard line, before moment) {
	given := answer{line: heard}
	switch {
	case heard.Granted != nil:
		given.held = &held{session: s, number: heard.Granted.Lease, name: asked.name, token: heard.Granted.Token, ttl: asked.ttl,
			before: before, lasts: time.Duration(heard.Granted.LeftMs) * time.Millisecond}
		given.held.begin()
		s.leases[given.held.number] = given.held
		if asked.gone {
			s.undo(given.held)
		}
	case heard.Refused != nil:
		given.err = &NotAcquired{Name: asked.name, Holder: process(heard.Refused.Holder), Waiting: heard.Refused.Waiting}
	case heard.Error != nil:
		given.err = errorOf(heard.Error.Code, heard.Error.Text)
	case heard.Cancelled:
		given.err = &Error{Code: "cancelled", Text: "The request was cancelled."}
	}
	asked.answer <- given
}

// process is whom a host agent holds the lock for, as its details say.
func process(holder *Holder) *Holder {
	if holder != nil {
		if service, there := holder.Details["service"]; there {
			holder.Service = service
		}
		if pid, err := strconv.Atoi(holder.Details["pid"]); err == nil {
			holder.Pid = pid
		}
	}
	return holder
}

// ended leaves the leases to their deadlines: the host agent keeps them so long.
func (s *session) ended() {
	s.connection.Close()
	s.over.Store(true) // before the mutex, which a write may have
	s.Lock()
	defer s.Unlock()
	if s.refusal == nil {
		s.refusal = noHostError("The host agent ended the connection.")
	}
	for number, asked := range s.asked {
		delete(s.asked, number)
		asked.answer <- answer{err: s.refusal}
	}
	for _, asked := range s.unsaid {
		asked.answer <- answer{err: s.refusal}
	}
	s.unsaid = nil
	s.wake()
}

func (s *session) wake() {
	select {
	case s.woken <- struct{}{}:
	default:
	}
}

func (s *session) whyExpired() string {
	switch {
	case s.over.Load() || s.isAway.Load():
		return "the connection to the host agent ended"
	case s.beating.Load():
		return "expired: the host agent does not answer"
	default:
		return "expired"
	}
}

// beat says that the process lives.
func (s *session) beat() {
	var beaten moment
	for next := time.Duration(0); next >= 0; {
		select {
		case <-time.After(next):
		case <-s.woken:
		}
		beaten, next = s.beatIfDue(beaten)
	}
}

// beatIfDue returns when the last beat was, and how long nothing is to be done; less than zero once the session is over.
func (s *session) beatIfDue(beaten moment) (moment, time.Duration) {
	s.Lock()
	defer s.Unlock()
	if s.over.Load() {
		return beaten, -1
	}
	every, needed := s.beatEvery, false
	for _, asked := range s.asked {
		if asked.ttl > 0 && !asked.gone {
			every, needed = min(every, asked.ttl/6), true
		}
	}
	for _, lease := range s.leases {
		every, needed = min(every, lease.ttl/6), true
	}
	if !needed {
		return beaten, idle
	}
	if since(beaten) >= every {
		beaten = now()
		if s.beating.CompareAndSwap(false, true) {
			s.write(map[string]any{"beat": true}, nil)
		}
	}
	return beaten, max(time.Millisecond, every-since(beaten))
}

func (s *session) close() {
	s.Lock()
	defer s.Unlock()
	s.closed = true
	for _, lease := range s.leases {
		lease.lose("the client was closed")
	}
	s.write(map[string]any{"bye": true}, nil)
}

// left is what the process may believe in yet.
func (h *held) left() time.Duration {
	h.Lock()
	defer h.Unlock()
	return h.leftNow()
}

func (h *held) leftNow() time.Duration {
	if h.released || h.lost != "" {
		return 0
	}
	return max(0, h.lasts-since(h.before))
}

// begin has its context end with it, also while nothing can be written.
func (h *held) begin() {
	h.Lock()
	defer h.Unlock()
	h.context, h.end = context.WithCancelCause(context.Background())
	h.timer = time.AfterFunc(h.leftNow(), h.expire)
}

func (h *held) expire() {
	h.Lock()
	left := h.leftNow()
	if left > 0 {
		h.timer.Reset(left)
	}
	h.Unlock()
	if left <= 0 {
		h.lose(h.session.whyExpired())
	}
}

func (h *held) extend(before moment, lasts time.Duration) {
	h.Lock()
	defer h.Unlock()
	if left := h.leftNow(); left > 0 && lasts-since(before) > left {
		h.before, h.lasts = before, lasts
	}
}

func (h *held) lostBeforeItsRelease() {
	h.Lock()
	defer h.Unlock()
	h.lost = "it had ended before its release was read"
}

func (h *held) lose(cause string) {
	h.Lock()
	defer h.Unlock()
	if !h.released && h.lost == "" {
		h.lost = cause
		h.end(&LeaseLost{Name: h.name, Cause: cause})
	}
}

// finish says whether it was held until now.
func (h *held) finish() bool {
	h.Lock()
	defer h.Unlock()
	wasHeld := h.leftNow() > 0
	h.timer.Stop()
	h.released = h.released || wasHeld
	if !h.released && h.lost == "" {
		h.lost = h.session.whyExpired()
	}
	h.end(ErrReleased)
	return wasHeld
}

func (h *held) err() error {
	h.Lock()
	defer h.Unlock()
	switch {
	case h.lost != "":
		return &LeaseLost{Name: h.name, Cause: h.lost}
	case h.released:
		return ErrReleased
	case h.leftNow() == 0:
		return &LeaseLost{Name: h.name, Cause: h.session.whyExpired()}
	default:
		return nil
	}
}
