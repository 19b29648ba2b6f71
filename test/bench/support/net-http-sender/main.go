// Posts signed events with net/http, like the senders of Outpost and Convoy, and nothing else: no guard, no deadline of
// its own, no record. Reads counts from standard input, posts that many events, and writes their cost.
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

type order struct {
	URL    string `json:"url"`
	CA     string `json:"ca"`
	Body   string `json:"body"`
	AtOnce int    `json:"at_once"`
}

type taken struct {
	Seconds   float64 `json:"seconds"`
	Processor float64 `json:"processor"`
	// Peak memory in bytes.
	Memory int64 `json:"memory"`
}

func main() {
	input := bufio.NewReader(os.Stdin)
	var to order
	line, err := input.ReadBytes('\n')
	check(err)
	check(json.Unmarshal(line, &to))
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = to.AtOnce
	transport.ForceAttemptHTTP2 = false
	if to.CA != "" {
		authorities := x509.NewCertPool()
		authorities.AppendCertsFromPEM([]byte(to.CA))
		transport.TLSClientConfig = &tls.Config{RootCAs: authorities}
	}
	client := &http.Client{Transport: transport, Timeout: 15 * time.Second}
	for {
		line, err := input.ReadString('\n')
		if err == io.EOF {
			return
		}
		check(err)
		count, err := strconv.Atoi(strings.TrimSpace(line))
		check(err)
		before, started := usage(), time.Now()
		deliver(client, to, count)
		after := usage()
		answer, err := json.Marshal(taken{
			Seconds:   time.Since(started).Seconds(),
			Processor: processor(after) - processor(before),
			Memory:    after.Maxrss * 1024,
		})
		check(err)
		fmt.Println(string(answer))
	}
}

func deliver(client *http.Client, to order, count int) {
	work := make(chan int, count)
	for number := range count {
		work <- number
	}
	close(work)
	var workers sync.WaitGroup
	for range to.AtOnce {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for number := range work {
				post(client, to, fmt.Sprintf("evt_%d", number))
			}
		}()
	}
	workers.Wait()
}

var key = make([]byte, 32)

func post(client *http.Client, to order, id string) {
	timestamp := strconv.FormatInt(time.Now().Unix(), 10)
	signature := hmac.New(sha256.New, key)
	io.WriteString(signature, id+"."+timestamp+"."+to.Body)
	request, err := http.NewRequest(http.MethodPost, to.URL, strings.NewReader(to.Body))
	check(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Webhook-Id", id)
	request.Header.Set("Webhook-Timestamp", timestamp)
	request.Header.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(signature.Sum(nil)))
	response, err := client.Do(request)
	check(err)
	defer response.Body.Close()
	_, err = io.ReadAll(response.Body)
	check(err)
	if response.StatusCode != http.StatusOK {
		panic(response.Status)
	}
}

func usage() (usage syscall.Rusage) {
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return usage
}

func processor(usage syscall.Rusage) float64 {
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano()).Seconds()
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
