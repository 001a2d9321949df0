"""Tavily's Python client, pointed at the service: pip install tavily-python"""
import os
import sys

from tavily import TavilyClient

client = TavilyClient(
    api_key=os.environ.get("TRIBUTARY_API_KEY", "any"),
    api_base_url=os.environ.get("TRIBUTARY_URL", "http://127.0.0.1:9093"),
)
query = " ".join(sys.argv[1:]) or "rxjs backpressure"
for result in client.search(query, max_results=5)["results"]:
    print(f"{result['title']}\n    {result['url']}")
